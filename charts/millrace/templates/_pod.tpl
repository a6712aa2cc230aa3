{{/* Parts of pods that are the same for every component. */}}

{{- define "millrace.podMetadata" -}}
{{- $root := index . 0 -}}
{{- $component := index $root.Values (index . 1) -}}
labels:
  {{- include "millrace.labels" . | nindent 2 }}
  {{- with $component.podLabels }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end -}}

{{/* Placement, account and security of one component's pods: (list $ "api") */}}
{{- define "millrace.podSpec" -}}
{{- $root := index . 0 -}}
{{- $labels := fromYaml (include "millrace.selectorLabels" .) -}}
{{- with index $root.Values (index . 1) -}}
serviceAccountName: {{ include "millrace.serviceAccountName" $ }}
enableServiceLinks: false
terminationGracePeriodSeconds: {{ .terminationGracePeriodSeconds }}
{{- with $root.Values.images.pullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
securityContext: {{- include "millrace.podSecurity" 10001 | nindent 2 }}
{{- with .nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .topologySpreadConstraints }}
topologySpreadConstraints:
  {{- range . }}
  - {{- merge (dict) . (dict "labelSelector" (dict "matchLabels" $labels)) | toYaml | nindent 4 }}
  {{- end }}
{{- end }}
{{- end }}
{{- end -}}

{{/* The `restricted` Pod Security Standard, for a numeric user. */}}
{{- define "millrace.podSecurity" -}}
runAsNonRoot: true
runAsUser: {{ . }}
runAsGroup: {{ . }}
fsGroup: {{ . }}
fsGroupChangePolicy: OnRootMismatch
seccompProfile:
  type: RuntimeDefault
{{- end -}}

{{- define "millrace.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end -}}
