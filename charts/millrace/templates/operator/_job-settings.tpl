{{/* How the operator makes the pods of runs, as JSON. */}}
{{- define "millrace.jobSettings" -}}
{{- $runner := .Values.runner -}}
{{- $labels := merge (dict "app.kubernetes.io/instance" .Release.Name "app.kubernetes.io/part-of" "millrace") $runner.podLabels .Values.commonLabels -}}
{{- $settings := dict
  "image" (include "millrace.image" (list . $runner.image))
  "imagePullPolicy" .Values.images.pullPolicy
  "imagePullSecrets" .Values.images.pullSecrets
  "env" (concat (fromYamlArray (include "millrace.objectStoreEnv" .)) (fromYamlArray (include "millrace.caEnv" .)) $runner.extraEnv)
  "envFrom" $runner.extraEnvFrom
  "volumes" (concat (fromYamlArray (include "millrace.caVolume" .)) $runner.extraVolumes | default list)
  "volumeMounts" (concat (fromYamlArray (include "millrace.caMount" .)) $runner.extraVolumeMounts | default list)
  "serviceAccountName" (include "millrace.serviceAccountName" (list . "runner"))
  "initContainers" $runner.extraInitContainers
  "userId" .Values.podSecurity.userId
  "cpu" (include "millrace.text" $runner.resources.cpu)
  "memory" (include "millrace.text" $runner.resources.memory)
  "scratch" (include "millrace.text" $runner.resources.scratch)
  "labels" $labels
  "annotations" $runner.podAnnotations
  "nodeSelector" $runner.nodeSelector
  "tolerations" $runner.tolerations
  "topologySpreadConstraints" (fromYamlArray (include "millrace.spread" (list $runner.topologySpreadConstraints (fromYaml (include "millrace.runnerLabels" .)))))
  "terminationGracePeriodSeconds" (int64 $runner.terminationGracePeriodSeconds)
  "startDeadlineSeconds" (int64 $runner.startDeadlineSeconds)
  "imageDeadlineSeconds" (int64 $runner.imageDeadlineSeconds)
  "quotaDeadlineSeconds" (int64 $runner.quotaDeadlineSeconds)
  "lostPodGraceSeconds" (int64 $runner.lostPodGraceSeconds)
-}}
{{- if $settings.userId -}}{{- $_ := set $settings "userId" (int64 $settings.userId) -}}{{- end -}}
{{- range $name := list "cpuLimit" "ephemeralStorage" -}}
{{- with include "millrace.text" (index $runner.resources $name) }}{{ $_ := set $settings $name . }}{{ end -}}
{{- end -}}
{{- $extended := dict -}}
{{- range $name, $amount := $runner.resources.extended }}{{ $_ := set $extended $name (include "millrace.text" $amount) }}{{ end -}}
{{- $_ := set $settings "extendedResources" $extended -}}
{{- $limits := dict -}}
{{- range $name, $amount := $runner.limits -}}
{{- with include "millrace.text" $amount }}{{ $_ := set $limits $name . }}{{ end -}}
{{- end -}}
{{- $_ := set $settings "limits" $limits -}}
{{- range $name := list "affinity" "priorityClassName" "runtimeClassName" -}}
{{- with index $runner $name -}}{{- $_ := set $settings $name . -}}{{- end -}}
{{- end -}}
{{- toPrettyJson $settings -}}
{{- end -}}
