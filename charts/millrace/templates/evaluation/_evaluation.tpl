{{/* Pod settings of both servers: (list $ userId) */}}
{{- define "millrace.evaluationPod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with (index . 0).Values.images.pullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
securityContext: {{- include "millrace.podSecurity" (index . 1) | nindent 2 }}
{{- end -}}

{{- define "millrace.evaluationVolume" -}}
{{- if not .Values.evaluation.persistence.enabled -}}
- name: data
  emptyDir: {}
{{- end -}}
{{- end -}}

{{/* The claim outlives the StatefulSet, and so an uninstall. */}}
{{- define "millrace.evaluationClaim" -}}
{{- with .Values.evaluation.persistence -}}
{{- if .enabled -}}
volumeClaimTemplates:
  - apiVersion: v1
    kind: PersistentVolumeClaim
    metadata:
      name: data
    spec:
      accessModes: [ReadWriteOnce]
      {{- with .storageClass }}
      storageClassName: {{ . }}
      {{- end }}
      resources:
        requests:
          storage: {{ .size }}
{{- end -}}
{{- end -}}
{{- end -}}
