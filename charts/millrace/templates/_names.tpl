{{- define "millrace.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 63 | trimSuffix "-" -}}
{{- else -}}
{{- $name := default .Chart.Name .Values.nameOverride -}}
{{- if contains $name .Release.Name -}}
{{- .Release.Name | trunc 63 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name $name | trunc 63 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* Name of a component's objects, short enough for pods of a StatefulSet: (list $ "operator") */}}
{{- define "millrace.componentName" -}}
{{- printf "%s-%s" (include "millrace.fullname" (index . 0) | trunc 40 | trimSuffix "-") (index . 1) -}}
{{- end -}}

{{/* Immutable selector labels of a component: (list $ "operator") */}}
{{- define "millrace.selectorLabels" -}}
{{- $root := index . 0 -}}
app.kubernetes.io/name: {{ default $root.Chart.Name $root.Values.nameOverride | trunc 63 | trimSuffix "-" | quote }}
app.kubernetes.io/instance: {{ $root.Release.Name | quote }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end -}}

{{/* Labels of every object of a component: (list $ "operator") */}}
{{- define "millrace.labels" -}}
{{- $own := fromYaml (include "millrace.ownLabels" .) -}}
{{- toYaml (merge (dict) $own (default dict (index . 0).Values.commonLabels)) -}}
{{- end -}}

{{/* Labels with additional ones, which override common labels but not selector labels: (list $ "operator" MORE) */}}
{{- define "millrace.labelsWith" -}}
{{- $selector := fromYaml (include "millrace.selectorLabels" .) -}}
{{- toYaml (merge (dict) $selector (default dict (index . 2)) (fromYaml (include "millrace.labels" .))) -}}
{{- end -}}

{{- define "millrace.ownLabels" -}}
{{- $root := index . 0 -}}
{{ include "millrace.selectorLabels" . }}
app.kubernetes.io/part-of: millrace
app.kubernetes.io/version: {{ $root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ $root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" $root.Chart.Name $root.Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" }}
{{- end -}}

{{/* The image of one component: (list $ .Values.api.image) */}}
{{- define "millrace.image" -}}
{{- $root := index . 0 -}}
{{- $images := $root.Values.images -}}
{{- with index . 1 -}}
{{- $registry := default "" $images.registry | trimSuffix "/" -}}
{{- $name := ternary .repository (printf "%s/%s" $registry .repository) (empty $registry) -}}
{{- if .digest -}}
{{- printf "%s@%s" $name .digest -}}
{{- else -}}
{{- printf "%s:%s" $name (coalesce .tag $images.tag $root.Chart.AppVersion) -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* The account of one component: (list $ "api") */}}
{{- define "millrace.serviceAccountName" -}}
{{- $root := index . 0 -}}
{{- $account := (index $root.Values (index . 1)).serviceAccount -}}
{{- if $account.create -}}
{{- default (include "millrace.componentName" .) $account.name -}}
{{- else -}}
{{- default "default" $account.name -}}
{{- end -}}
{{- end -}}

{{/* Namespace of Run resources, their Jobs and pods. */}}
{{- define "millrace.runsNamespace" -}}
{{- default .Release.Namespace .Values.runner.namespace -}}
{{- end -}}

{{- define "millrace.isKubernetes" -}}
{{- if eq .Values.execution "kubernetes" -}}true{{- end -}}
{{- end -}}

{{/* CustomResourceDefinitions are cluster-scoped: another release may own them. */}}
{{- define "millrace.crdOwner" -}}
{{- $root := index . 0 -}}
{{- $there := lookup "apiextensions.k8s.io/v1" "CustomResourceDefinition" "" (index . 1) -}}
{{- if $there -}}
{{- $annotations := $there.metadata.annotations | default dict -}}
{{- $owner := printf "%s/%s" (index $annotations "meta.helm.sh/release-namespace") (index $annotations "meta.helm.sh/release-name") -}}
{{- ternary "own" "another" (eq $owner (printf "%s/%s" $root.Release.Namespace $root.Release.Name)) -}}
{{- end -}}
{{- end -}}
