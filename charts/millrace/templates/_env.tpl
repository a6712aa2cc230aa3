{{/* Formats integers as digits, since YAML parses large ones as floats, lists as JSON, and null as nothing. */}}
{{- define "millrace.text" -}}
{{- if kindIs "invalid" . -}}
{{- else if and (kindIs "float64" .) (eq (floor .) .) -}}{{ int64 . }}
{{- else if kindIs "slice" . -}}{{ toJson . }}
{{- else -}}{{ . }}
{{- end -}}
{{- end -}}

{{/* One environment entry from a Secret: (dict "env" "name" "key") */}}
{{- define "millrace.secretEnv" -}}
- name: {{ .env }}
  valueFrom:
    secretKeyRef:
      name: {{ .name }}
      key: {{ .key }}
{{- end -}}

{{/* Certificates of private authorities, for every process that connects to servers. */}}
{{- define "millrace.caEnv" -}}
{{- with .Values.caBundle -}}
{{- if .existingConfigMap -}}
- name: NODE_EXTRA_CA_CERTS
  value: /etc/millrace-ca/{{ .key }}
{{- end -}}
{{- end -}}
{{- end -}}

{{- define "millrace.caVolume" -}}
{{- with .Values.caBundle.existingConfigMap -}}
- name: ca-bundle
  configMap:
    name: {{ . }}
{{- end -}}
{{- end -}}

{{- define "millrace.caMount" -}}
{{- if .Values.caBundle.existingConfigMap -}}
- name: ca-bundle
  mountPath: /etc/millrace-ca
  readOnly: true
{{- end -}}
{{- end -}}

{{/* The files of connections' secrets for the api, which tests connections and executes previews. */}}
{{- define "millrace.secretFilesVolume" -}}
{{- with .Values.connectionSecrets.files -}}
- name: connection-secrets
  secret:
    secretName: {{ . | quote }}
    optional: true
{{- end -}}
{{- end -}}

{{- define "millrace.secretFilesMount" -}}
{{- if .Values.connectionSecrets.files -}}
- name: connection-secrets
  mountPath: /run/secrets/millrace
  readOnly: true
{{- end -}}
{{- end -}}

{{/* Object store settings for the api and for runners; runners get no others. */}}
{{- define "millrace.objectStoreEnv" -}}
{{- $secret := include "millrace.componentName" (list . "object-store") -}}
{{- $store := .Values.objectStore -}}
{{- if .Values.evaluation.enabled -}}
- name: SERVICE_OBJECT_STORE
  value: s3://millrace
- name: SERVICE_S3_ENDPOINT
  value: http://{{ include "millrace.componentName" (list . "s3") }}.{{ .Release.Namespace }}.svc:7070
- name: SERVICE_S3_REGION
  value: us-east-1
{{- else -}}
{{- with $store.url }}
- name: SERVICE_OBJECT_STORE
  value: {{ . | quote }}
{{- end }}
{{- with $store.endpoint }}
- name: SERVICE_S3_ENDPOINT
  value: {{ . | quote }}
{{- end }}
{{- with $store.region }}
- name: SERVICE_S3_REGION
  value: {{ . | quote }}
{{- end }}
{{- end }}
{{- if and $store.existingSecret (not .Values.evaluation.enabled) }}
{{ include "millrace.secretEnv" (dict "env" "SERVICE_S3_ACCESS_KEY_ID" "name" $store.existingSecret "key" $store.existingSecretAccessKeyIdKey) }}
{{ include "millrace.secretEnv" (dict "env" "SERVICE_S3_SECRET_ACCESS_KEY" "name" $store.existingSecret "key" $store.existingSecretSecretAccessKeyKey) }}
{{- else if or $store.accessKeyId .Values.evaluation.enabled }}
{{ include "millrace.secretEnv" (dict "env" "SERVICE_S3_ACCESS_KEY_ID" "name" $secret "key" "access-key-id") }}
{{ include "millrace.secretEnv" (dict "env" "SERVICE_S3_SECRET_ACCESS_KEY" "name" $secret "key" "secret-access-key") }}
{{- end }}
{{- end -}}

{{/* What scripts, nodes and connections may do, for runners. The api, which executes previews, has it with its other options. */}}
{{- define "millrace.boundsEnv" -}}
{{- $others := list "maxNewColumns" "connectorBlockPrivateHosts" "connectorPrivateHosts" "connectorMachineIdentity" "connectorOwnBucket" "secretFileDirs" "storageAllowedRoots" -}}
{{- range $name, $value := .Values.config -}}
{{- if or (hasPrefix "script" $name) (has $name $others) }}
- name: SERVICE_{{ snakecase $name | upper }}
  value: {{ include "millrace.text" $value | quote }}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* The API token, for the api and for `helm test`. */}}
{{- define "millrace.tokenEnv" -}}
{{- with .Values.auth -}}
{{- if .existingSecret -}}
{{ include "millrace.secretEnv" (dict "env" "SERVICE_API_TOKEN" "name" .existingSecret "key" .existingSecretKey) }}
{{- else if .apiToken -}}
{{ include "millrace.secretEnv" (dict "env" "SERVICE_API_TOKEN" "name" (include "millrace.fullname" $) "key" "api-token") }}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* The names by which the api is reached, as a JSON list. Without a token it answers to no others. */}}
{{- define "millrace.hosts" -}}
{{- $name := printf "%s.%s" (include "millrace.fullname" .) .Release.Namespace -}}
{{- $own := list (include "millrace.fullname" .) $name (printf "%s.svc" $name) (printf "%s.svc.cluster.local" $name) -}}
{{- $ingress := ternary (list .Values.ingress.host) (list) (and .Values.ingress.enabled (ne .Values.ingress.host "")) -}}
{{- $route := ternary .Values.httpRoute.hostnames (list) .Values.httpRoute.enabled -}}
{{- concat (default (list) .Values.config.trustedHosts) $own $ingress (default (list) $route) | uniq | toJson -}}
{{- end -}}

{{/* The environment of the api. */}}
{{- define "millrace.apiEnv" -}}
{{- $full := include "millrace.fullname" . -}}
{{- with .Values.database -}}
{{- if $.Values.evaluation.enabled -}}
{{ include "millrace.secretEnv" (dict "env" "SERVICE_DATABASE_URL" "name" (include "millrace.componentName" (list $ "postgres")) "key" "database-url") }}
{{- else if .existingSecret -}}
{{ include "millrace.secretEnv" (dict "env" "SERVICE_DATABASE_URL" "name" .existingSecret "key" .existingSecretKey) }}
{{- else -}}
{{ include "millrace.secretEnv" (dict "env" "SERVICE_DATABASE_URL" "name" $full "key" "database-url") }}
{{- end -}}
{{- end }}
{{ include "millrace.objectStoreEnv" . }}
{{ include "millrace.tokenEnv" . }}
{{- with .Values.webhook }}
{{- if .existingSecret }}
{{ include "millrace.secretEnv" (dict "env" "SERVICE_WEBHOOK_SECRET" "name" .existingSecret "key" .existingSecretKey) }}
{{- else if .secret }}
{{ include "millrace.secretEnv" (dict "env" "SERVICE_WEBHOOK_SECRET" "name" $full "key" "webhook-secret") }}
{{- end }}
{{- end }}
{{- with .Values.notifications }}
{{- if .existingSecret }}
{{ include "millrace.secretEnv" (dict "env" "SERVICE_NOTIFY_WEBHOOK_URL" "name" .existingSecret "key" .existingSecretUrlKey) }}
{{- else if .url }}
{{ include "millrace.secretEnv" (dict "env" "SERVICE_NOTIFY_WEBHOOK_URL" "name" $full "key" "notify-url") }}
{{- end }}
{{- if and .existingSecret .existingSecretSecretKey }}
{{ include "millrace.secretEnv" (dict "env" "SERVICE_NOTIFY_WEBHOOK_SECRET" "name" .existingSecret "key" .existingSecretSecretKey) }}
{{- else if and .secret (not .existingSecret) }}
{{ include "millrace.secretEnv" (dict "env" "SERVICE_NOTIFY_WEBHOOK_SECRET" "name" $full "key" "notify-secret") }}
{{- end }}
{{- end }}
{{- with .Values.tracing }}
{{- if .endpoint }}
- name: OTEL_EXPORTER_OTLP_ENDPOINT
  value: {{ .endpoint | quote }}
- name: OTEL_SERVICE_NAME
  value: {{ .serviceName | quote }}
{{- if .existingSecret }}
{{ include "millrace.secretEnv" (dict "env" "OTEL_EXPORTER_OTLP_HEADERS" "name" .existingSecret "key" .existingSecretKey) }}
{{- else if .headers }}
{{ include "millrace.secretEnv" (dict "env" "OTEL_EXPORTER_OTLP_HEADERS" "name" $full "key" "otlp-headers") }}
{{- end }}
{{- end }}
{{- end }}
- name: SERVICE_METRICS_PORT
  value: '9090'
- name: SERVICE_EXECUTOR
  value: {{ .Values.execution }}
{{- if include "millrace.isKubernetes" . }}
- name: SERVICE_KUBERNETES_NAMESPACE
  value: {{ include "millrace.runsNamespace" . | quote }}
- name: SERVICE_CLUSTER_PYTHON
  value: {{ .Values.runner.python.enabled | quote }}
{{- with .Values.connectionSecrets.variables }}
- name: SERVICE_VARIABLES_SECRET
  value: {{ . | quote }}
{{- end }}
{{- with .Values.connectionSecrets.keyring }}
- name: SERVICE_KEYRING_SECRET
  value: {{ . | quote }}
{{- end }}
{{- with include "millrace.text" .Values.runner.limits.maxCpu }}
- name: SERVICE_MAX_RUN_CPU
  value: {{ . | quote }}
{{- end }}
{{- with include "millrace.text" .Values.runner.limits.maxMemory }}
- name: SERVICE_MAX_RUN_MEMORY
  value: {{ . | quote }}
{{- end }}
{{- end }}
{{- $hosts := fromJsonArray (include "millrace.hosts" .) -}}
{{- range $name, $value := merge (dict "trustedHosts" $hosts) .Values.config .Values.settings }}
- name: SERVICE_{{ snakecase $name | upper }}
  value: {{ include "millrace.text" $value | quote }}
{{- end }}
{{- end -}}
