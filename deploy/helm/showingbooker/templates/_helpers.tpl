{{- define "showingbooker.name" -}}
{{- if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "showingbooker.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "showingbooker.labels" -}}
{{ include "showingbooker.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end -}}

{{- define "showingbooker.image" -}}
{{- if .Values.image.digest -}}
{{- printf "%s@%s" .Values.image.repository .Values.image.digest -}}
{{- else -}}
{{- printf "%s:%s" .Values.image.repository (.Values.image.tag | default .Chart.AppVersion) -}}
{{- end -}}
{{- end -}}

{{- define "showingbooker.secret" -}}
{{- .Values.secret.existing | default (include "showingbooker.name" .) -}}
{{- end -}}

{{- define "showingbooker.claim" -}}
{{- .Values.data.existingClaim | default (printf "%s-data" (include "showingbooker.name" .)) -}}
{{- end -}}

{{- define "showingbooker.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
fsGroupChangePolicy: OnRootMismatch
seccompProfile:
  type: RuntimeDefault
{{- end -}}

{{- define "showingbooker.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop:
    - ALL
{{- end -}}

{{/* Settings and secrets of server and worker, and checksums that replace their pods when those change. */}}
{{- define "showingbooker.podAnnotations" -}}
checksum/config: {{ toJson .Values.config | sha256sum }}
checksum/secret: {{ toJson .Values.secret | sha256sum }}
{{- end -}}

{{- define "showingbooker.envFrom" -}}
- configMapRef:
    name: {{ include "showingbooker.name" . }}
- secretRef:
    name: {{ include "showingbooker.secret" . }}
{{- end -}}

{{- define "showingbooker.mounts" -}}
- name: data
  mountPath: /data
- name: tmp
  mountPath: /tmp
{{- end -}}

{{- define "showingbooker.volumes" -}}
- name: data
  persistentVolumeClaim:
    claimName: {{ include "showingbooker.claim" . }}
- name: tmp
  emptyDir: {}
{{- end -}}

{{/* A volume that only one node can mount keeps all pods on that node. */}}
{{- define "showingbooker.affinity" -}}
{{- if eq .Values.data.accessMode "ReadWriteOnce" }}
podAffinity:
  requiredDuringSchedulingIgnoredDuringExecution:
    - topologyKey: kubernetes.io/hostname
      labelSelector:
        matchLabels:
          {{- include "showingbooker.selector" . | nindent 10 }}
          showingbooker/volume: data
{{- else }}
podAntiAffinity:
  preferredDuringSchedulingIgnoredDuringExecution:
    - weight: 100
      podAffinityTerm:
        topologyKey: kubernetes.io/hostname
        labelSelector:
          matchLabels:
            {{- include "showingbooker.selector" . | nindent 12 }}
            app.kubernetes.io/component: app
{{- end }}
{{- end -}}
