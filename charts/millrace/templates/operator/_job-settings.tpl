{{/* Settings of the pods of runs for the operator, as JSON. */}}
{{- define "millrace.jobSettings" -}}
{{- $runner := .Values.runner -}}
{{- $labels := merge (dict "app.kubernetes.io/instance" .Release.Name "app.kubernetes.io/part-of" "millrace") (default dict $runner.podLabels) (default dict .Values.commonLabels) -}}
{{- $settings := dict
  "image" (include "millrace.image" (list . $runner.image))
  "imagePullPolicy" .Values.images.pullPolicy
  "imagePullSecrets" .Values.images.pullSecrets
  "env" (concat (fromYamlArray (include "millrace.objectStoreEnv" .)) (fromYamlArray (include "millrace.boundsEnv" .)) (fromYamlArray (include "millrace.caEnv" .)) (default list $runner.extraEnv))
  "envFrom" $runner.extraEnvFrom
  "volumes" (concat (fromYamlArray (include "millrace.caVolume" .)) (default list $runner.extraVolumes) | default list)
  "volumeMounts" (concat (fromYamlArray (include "millrace.caMount" .)) (default list $runner.extraVolumeMounts) | default list)
  "serviceAccountName" (include "millrace.serviceAccountName" (list . "runner"))
  "initContainers" $runner.extraInitContainers
  "labels" $labels
  "annotations" $runner.podAnnotations
  "nodeSelector" $runner.nodeSelector
  "tolerations" $runner.tolerations
  "topologySpreadConstraints" (fromYamlArray (include "millrace.spread" (list (default list $runner.topologySpreadConstraints) (fromYaml (include "millrace.runnerLabels" .)))))
-}}
{{- if $runner.python.enabled -}}
{{- $_ := set $settings "pythonImage" (include "millrace.image" (list . $runner.python.image)) -}}
{{- end -}}
{{/* The operator has defaults for null values. */ -}}
{{- range $name, $value := $settings -}}
{{- if kindIs "invalid" $value }}{{ $_ := unset $settings $name }}{{ end -}}
{{- end -}}
{{- range $name := list "terminationGracePeriodSeconds" "startDeadlineSeconds" "imageDeadlineSeconds" "quotaDeadlineSeconds" "lostPodGraceSeconds" -}}
{{- $seconds := index $runner $name -}}
{{- if not (kindIs "invalid" $seconds) }}{{ $_ := set $settings $name (int64 $seconds) }}{{ end -}}
{{- end -}}
{{/* Null is passed on: the cluster chooses the user. */ -}}
{{- $user := .Values.podSecurity.userId -}}
{{- if $user }}{{ $user = int64 $user }}{{ end -}}
{{- $_ := set $settings "userId" $user -}}
{{- range $name := list "cpu" "cpuLimit" "memory" "scratch" "ephemeralStorage" -}}
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
{{- $secrets := dict -}}
{{- range $name, $secret := .Values.connectionSecrets -}}
{{- with $secret }}{{ $_ := set $secrets $name . }}{{ end -}}
{{- end -}}
{{- $_ := set $settings "connectionSecrets" $secrets -}}
{{- range $name := list "affinity" "priorityClassName" "runtimeClassName" -}}
{{- with index $runner $name -}}{{- $_ := set $settings $name . -}}{{- end -}}
{{- end -}}
{{- toPrettyJson $settings -}}
{{- end -}}
