{{- define "sheaf.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 63 | trimSuffix "-" }}{{ else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 63 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "sheaf.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "sheaf.labels" -}}
{{ include "sheaf.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end }}

{{- define "sheaf.image" -}}
{{- if .Values.image.digest }}{{ .Values.image.repository }}@{{ .Values.image.digest }}{{ else }}{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}{{ end }}
{{- end }}

{{- /* Refuses combinations that lose data, and settings that the probes and the volumes do not follow. */ -}}
{{- define "sheaf.check" -}}
{{- range list "HOST" "PORT" "DATA_DIR" }}{{ if hasKey $.Values.settings . }}{{ fail (printf "settings.%s cannot be set" .) }}{{ end }}{{ end }}
{{- if and .Values.secret.keys (not .Values.secret.name) }}{{ fail "secret.keys needs secret.name" }}{{ end }}
{{- $postgres := has "DATABASE_URL" .Values.secret.keys }}
{{- if and (gt (int .Values.replicas) 1) (not (and $postgres (has "SECRET_KEY" .Values.secret.keys))) }}{{ fail "replicas above 1 need DATABASE_URL and SECRET_KEY in secret.keys" }}{{ end }}
{{- if and (gt (int .Values.replicas) 1) .Values.persistence.enabled }}{{ fail "replicas above 1 need persistence.enabled=false and an S3 store in the site settings" }}{{ end }}
{{- if and (not .Values.persistence.enabled) (not $postgres) }}{{ fail "persistence.enabled=false needs DATABASE_URL in secret.keys: the SQLite file would be lost" }}{{ end }}
{{- end }}
