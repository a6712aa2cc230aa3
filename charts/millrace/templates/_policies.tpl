{{/* Rights of the api to the Secrets of connections, by name. */}}
{{- define "millrace.secretRules" -}}
{{- with compact (list .variables .keyring) -}}
- apiGroups: ['']
  resources: [secrets]
  resourceNames: {{ toJson (uniq .) }}
  verbs: [get]
{{- end }}
{{- with .keyring }}
- apiGroups: ['']
  resources: [secrets]
  resourceNames: [{{ . | quote }}]
  verbs: [patch]
{{- end }}
{{- end -}}

{{- define "millrace.runnerLabels" -}}
app.kubernetes.io/name: millrace
app.kubernetes.io/component: runner
app.kubernetes.io/instance: {{ .Release.Name | quote }}
{{- end -}}

{{- define "millrace.policy.dns" -}}
- ports:
    - { port: 53, protocol: UDP }
    - { port: 53, protocol: TCP }
{{- end -}}

{{/*
Every host but those that hand out a cloud's credentials. Selectors beside the blocks: to some networks
pods are in no block.
*/}}
{{- define "millrace.policy.anywhere" -}}
- ipBlock: { cidr: 0.0.0.0/0, except: {{ include "millrace.policy.closed" (list . "\\.") }} }
- ipBlock: { cidr: '::/0', except: {{ include "millrace.policy.closed" (list . ":") }} }
- namespaceSelector: {}
{{- end -}}

{{/* The closed addresses of one IP family, as JSON: (list $ PATTERN) */}}
{{- define "millrace.policy.closed" -}}
{{- $found := list -}}
{{- $pattern := index . 1 -}}
{{- range (index . 0).Values.networkPolicy.closedAddresses -}}
{{- if regexMatch $pattern . }}{{ $found = append $found . }}{{ end -}}
{{- end -}}
{{- toJson $found -}}
{{- end -}}

{{/* Egress to ports of peers (YAML) and to the ports of URLs, which may be empty: (list PEERS PORTS URL...) */}}
{{- define "millrace.policy.ports" -}}
{{- $peers := first . -}}
{{- with rest . -}}
{{- $ports := list -}}
{{- range first . }}{{ $ports = append $ports (toString .) }}{{ end -}}
{{- range compact (rest .) -}}
{{- $url := urlParse . -}}
{{- $named := trimPrefix ":" (regexFind ":[0-9]+$" $url.host) -}}
{{- $ports = append $ports (default (ternary "443" "80" (eq $url.scheme "https")) $named) -}}
{{- end -}}
{{- with uniq $ports -}}
- ports:
    {{- range . }}
    - { port: {{ . }}, protocol: TCP }
    {{- end }}
  {{- with $peers }}
  to: {{- . | nindent 4 }}
  {{- end }}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* Egress to the hosts of connections, for every pod that uses connections. */}}
{{- define "millrace.policy.connections" -}}
{{- range .Values.networkPolicy.runner.connections }}
{{ include "millrace.policy.connection" (list $ .) }}
{{- end }}
{{- end -}}

{{/* Egress to the hosts of one connection, without the closed addresses of a wide block: (list $ CONNECTION) */}}
{{- define "millrace.policy.connection" -}}
{{- $connection := index . 1 -}}
- ports:
    {{- range $connection.ports }}
    - { port: {{ int64 . }}, protocol: TCP }
    {{- end }}
  to:
    {{- with $connection.cidr }}
    {{- $except := fromJsonArray (include "millrace.policy.closed" (list (index $ 0) (ternary ":" "\\." (contains ":" .)))) }}
    {{- /* The schema refuses other blocks that contain them: an exception must lie inside of its block. */}}
    {{- if hasSuffix "/0" . }}
    - ipBlock: { cidr: {{ . | quote }}, except: {{ toJson $except }} }
    {{- else }}
    - ipBlock: { cidr: {{ . | quote }} }
    {{- end }}
    {{- end }}
    {{- with $connection.peers }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
{{- end -}}

{{/* Egress to a server of the evaluation: (list $ "s3" 7070) */}}
{{- define "millrace.policy.evaluation" -}}
- to:
    - namespaceSelector:
        matchLabels: { kubernetes.io/metadata.name: {{ (index . 0).Release.Namespace | quote }} }
      podSelector:
        matchLabels: {{- include "millrace.selectorLabels" . | nindent 10 }}
  ports:
    - { port: {{ index . 2 }}, protocol: TCP }
{{- end -}}

{{- define "millrace.policy.api" -}}
{{- $policy := .Values.networkPolicy -}}
ingress:
  - from: {{- default (list (dict "podSelector" dict)) $policy.allowFrom | toYaml | nindent 6 }}
    ports:
      - { port: http, protocol: TCP }
  {{- with $policy.metricsFrom }}
  - from: {{- toYaml . | nindent 6 }}
    ports:
      - { port: metrics, protocol: TCP }
  {{- end }}
  {{- if $policy.allowFrom }}
  # `helm test`
  - from:
      - podSelector:
          matchLabels: {{- include "millrace.selectorLabels" (list . "test") | nindent 12 }}
    ports:
      - { port: http, protocol: TCP }
  {{- end }}
egress:
  {{- include "millrace.policy.dns" . | nindent 2 }}
  {{- include "millrace.policy.ports" (list (include "millrace.policy.anywhere" .) $policy.egressPorts .Values.objectStore.endpoint .Values.tracing.endpoint) | nindent 2 }}
  {{- if include "millrace.isKubernetes" . }}
  {{- include "millrace.policy.ports" (list "" $policy.apiServerPorts) | nindent 2 }}
  {{- end }}
  {{- if .Values.evaluation.enabled }}
  {{- include "millrace.policy.evaluation" (list . "postgres" 5432) | nindent 2 }}
  {{- include "millrace.policy.evaluation" (list . "s3" 7070) | nindent 2 }}
  {{- end }}
  {{- include "millrace.policy.connections" . | nindent 2 }}
  {{- with $policy.extraEgress }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end -}}

{{- define "millrace.policy.operator" -}}
ingress:
  {{- with .Values.networkPolicy.metricsFrom }}
  - from: {{- toYaml . | nindent 6 }}
    ports:
      - { port: metrics, protocol: TCP }
  {{- else }}
  []
  {{- end }}
egress:
  {{- include "millrace.policy.dns" . | nindent 2 }}
  {{- include "millrace.policy.ports" (list "" .Values.networkPolicy.apiServerPorts) | nindent 2 }}
{{- end -}}

{{- define "millrace.policy.postgres" -}}
ingress:
  - from:
      - podSelector:
          matchLabels: {{- include "millrace.selectorLabels" (list . "api") | nindent 12 }}
    ports:
      - { port: 5432, protocol: TCP }
egress: []
{{- end -}}

{{- define "millrace.policy.s3" -}}
ingress:
  - from:
      - podSelector:
          matchLabels: {{- include "millrace.selectorLabels" (list . "api") | nindent 12 }}
      - namespaceSelector:
          matchLabels: { kubernetes.io/metadata.name: {{ include "millrace.runsNamespace" . | quote }} }
        podSelector:
          matchLabels: {{- include "millrace.runnerLabels" . | nindent 12 }}
    ports:
      - { port: 7070, protocol: TCP }
egress: []
{{- end -}}
