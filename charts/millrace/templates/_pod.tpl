{{/* Pod settings that all components share. */}}

{{- define "millrace.podMetadata" -}}
{{- $root := index . 0 -}}
{{- $component := index $root.Values (index . 1) -}}
labels: {{- include "millrace.labelsWith" (list $root (index . 1) $component.podLabels) | nindent 2 }}
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
securityContext: {{- include "millrace.podSecurity" $root.Values.podSecurity.userId | nindent 2 }}
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
topologySpreadConstraints: {{- include "millrace.spread" (list . $labels) | nindent 2 }}
{{- end }}
{{- end }}
{{- end -}}

{{/* Topology spread constraints with these labels as the default labelSelector: (list CONSTRAINTS LABELS) */}}
{{- define "millrace.spread" -}}
{{- $labels := index . 1 -}}
{{- $all := list -}}
{{- range index . 0 -}}
{{- $all = append $all (merge (dict) . (dict "labelSelector" (dict "matchLabels" $labels))) -}}
{{- end -}}
{{- toYaml $all -}}
{{- end -}}

{{/* Security context of the `restricted` Pod Security Standard, for a numeric user or one that the cluster chooses. */}}
{{- define "millrace.podSecurity" -}}
runAsNonRoot: true
{{- with . }}
runAsUser: {{ int64 . }}
runAsGroup: {{ int64 . }}
fsGroup: {{ int64 . }}
fsGroupChangePolicy: OnRootMismatch
{{- end }}
seccompProfile:
  type: RuntimeDefault
{{- end -}}

{{- define "millrace.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end -}}
