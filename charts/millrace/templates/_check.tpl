{{/* Rejects invalid combinations of values before anything is installed. */}}
{{- define "millrace.check" -}}
{{- range $old, $new := dict
  "image" "api.image and images" "imagePullSecrets" "images.pullSecrets" "replicas" "api.replicas"
  "trustedHosts" "config.trustedHosts" "corsOrigins" "config.corsOrigins" "logLevel" "config.logLevel"
  "maxConcurrentRuns" "config.maxConcurrentRuns" "extraEnv" "api.extraEnv" "extraEnvFrom" "api.extraEnvFrom"
  "resources" "api.resources" "serviceAccount" "api.serviceAccount" "podDisruptionBudget" "api.podDisruptionBudget"
  "serviceMonitor" "monitoring" "podAnnotations" "api.podAnnotations" "podLabels" "api.podLabels"
  "nodeSelector" "api.nodeSelector" "tolerations" "api.tolerations" "affinity" "api.affinity"
  "priorityClassName" "api.priorityClassName" "terminationGracePeriodSeconds" "api.terminationGracePeriodSeconds" -}}
{{- if hasKey $.Values $old -}}
{{- fail (printf "The value %s of earlier versions is now %s." $old $new) -}}
{{- end -}}
{{- end -}}
{{- if hasKey .Values.database "poolSize" -}}
{{- fail "The value database.poolSize of earlier versions is now config.databasePoolSize." -}}
{{- end -}}
{{- if .Values.evaluation.enabled -}}
{{- if or .Values.database.url .Values.database.existingSecret .Values.objectStore.url -}}
{{- fail "evaluation.enabled brings a database and an object store of its own: leave database and objectStore.url empty, or set evaluation.enabled=false." -}}
{{- end -}}
{{- else -}}
{{- if not (or .Values.database.url .Values.database.existingSecret) -}}
{{- fail "Set database.existingSecret (a Secret that holds postgresql://…) or database.url. To try Millrace out, set evaluation.enabled=true instead." -}}
{{- end -}}
{{- if and (include "millrace.isKubernetes" .) (not .Values.objectStore.url) -}}
{{- fail "Set objectStore.url (s3://BUCKET/PREFIX): the pods of runs read and write there. Only execution=local can do with a volume." -}}
{{- end -}}
{{- if not (or .Values.objectStore.url .Values.persistence.enabled) -}}
{{- fail "Set objectStore.url (s3://BUCKET/PREFIX), or persistence.enabled to keep files on a volume: without either, datasets are lost with the pod." -}}
{{- end -}}
{{- end -}}
{{- with .Values.objectStore -}}
{{- if and (not .existingSecret) (ne (empty .accessKeyId) (empty .secretAccessKey)) -}}
{{- fail "Set both objectStore.accessKeyId and objectStore.secretAccessKey, or neither for IAM roles of the service accounts." -}}
{{- end -}}
{{- end -}}
{{- if and (include "millrace.isKubernetes" .) .Values.rbac.create -}}
{{- include "millrace.checkNeighbours" . -}}
{{- end -}}
{{- if not (include "millrace.isKubernetes" .) -}}
{{- if or (gt (int .Values.api.replicas) 1) .Values.api.autoscaling.enabled -}}
{{- fail "execution=local allows one replica and no autoscaling: runs are processes inside the pod, and another pod could neither cancel them nor show them live." -}}
{{- end -}}
{{- else if and .Values.persistence.enabled (or (gt (int .Values.api.replicas) 1) .Values.api.autoscaling.enabled) -}}
{{- fail "persistence.enabled is for execution=local: with execution=kubernetes files are in the object store, and the replicas cannot share a volume." -}}
{{- end -}}
{{- end -}}

{{/* Rejects a second operator in a namespace of runs: it would execute Runs with another object store. Needs a live cluster. */}}
{{- define "millrace.checkNeighbours" -}}
{{- $namespace := include "millrace.runsNamespace" . -}}
{{- $own := printf "%s/%s" .Release.Namespace .Release.Name -}}
{{- range (lookup "rbac.authorization.k8s.io/v1" "RoleBinding" $namespace "").items -}}
{{- $labels := .metadata.labels | default dict -}}
{{- if and (eq (index $labels "app.kubernetes.io/part-of" | default "") "millrace") (eq (index $labels "app.kubernetes.io/component" | default "") "operator") -}}
{{- $other := printf "%s/%s" (first .subjects).namespace (index $labels "app.kubernetes.io/instance") -}}
{{- if ne $other $own -}}
{{- fail (printf "The release %s already has its runs in the namespace %s: set runner.namespace to another one." $other $namespace) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* The limits that the default request of a run breaks, a sentence per line. Only what a run or a flow names is refused. */}}
{{- define "millrace.limitNotes" -}}
{{- range $resource, $value := dict "Cpu" .Values.runner.resources.cpu "Memory" .Values.runner.resources.memory -}}
{{- $default := include "millrace.text" $value -}}
{{- $min := include "millrace.text" (index $.Values.runner.limits (printf "min%s" $resource)) -}}
{{- $max := include "millrace.text" (index $.Values.runner.limits (printf "max%s" $resource)) -}}
{{- $amount := include "millrace.amount" $default | float64 -}}
{{- $broken := list -}}
{{- if and $default $max (gt $amount (include "millrace.amount" $max | float64)) }}{{ $broken = append $broken (printf "max%s=%s is less" $resource $max) }}{{ end -}}
{{- if and $default $min (lt $amount (include "millrace.amount" $min | float64)) }}{{ $broken = append $broken (printf "min%s=%s is more" $resource $min) }}{{ end -}}
{{- range $broken }}
runner.limits.{{ . }} than runner.resources.{{ lower $resource }}={{ $default }}. Runs that name no
{{ lower $resource }} start with this default all the same: limits bound what runs and flows name.
{{- end -}}
{{- end -}}
{{- end -}}

{{/* The number of a quantity such as 512Mi, as text. */}}
{{- define "millrace.amount" -}}
{{- $number := regexFind "^[0-9.]+" . | float64 -}}
{{- $unit := regexReplaceAll "^[0-9.]+" . "" -}}
{{- $factors := dict "m" 0.001 "k" 1e3 "M" 1e6 "G" 1e9 "T" 1e12 "Ki" 1024.0 "Mi" 1048576.0 "Gi" 1073741824.0 "Ti" 1099511627776.0 -}}
{{- if $unit }}{{ mulf $number (index $factors $unit) }}{{ else }}{{ $number }}{{ end -}}
{{- end -}}
