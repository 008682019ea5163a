// Writes deploy/kubernetes.yaml and the Helm template (`node deploy/kubernetes.ts`); with --check, compares them.
// PostgreSQL is not included: use an operator or Patroni, with a synchronous standby.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Deployment } from 'kubernetes-types/apps/v1.js';
import type { HorizontalPodAutoscaler } from 'kubernetes-types/autoscaling/v2.js';
import type { Job } from 'kubernetes-types/batch/v1.js';
import type { Container, PersistentVolumeClaim, PodSpec, Probe, Service } from 'kubernetes-types/core/v1.js';
import type { PodDisruptionBudget } from 'kubernetes-types/policy/v1.js';
import { stringify } from 'yaml';

const image = 'registry.example.com/errand:1.0.0-rc.1';
const metricsPort = 9464;
const labels = (part: string) => ({ 'app.kubernetes.io/name': 'errand', 'app.kubernetes.io/component': part });

/** The settings of README.md, as the cluster's secret `errand`. */
const settings = [{ secretRef: { name: 'errand' } }];

const container = (role: string, more: Partial<Container>): Container => ({
  name: role,
  image,
  envFrom: settings,
  env: [
    { name: 'ROLE', value: role },
    { name: 'METRICS_PORT', value: String(metricsPort) },
    { name: 'ERASABLE_KEYS', value: 'file:///data/erasable-keys' },
  ],
  securityContext: {
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  },
  volumeMounts: [
    { name: 'data', mountPath: '/data' },
    { name: 'tmp', mountPath: '/tmp' },
  ],
  ...more,
});

const pod = (containers: Container[]): PodSpec => ({
  // Running jobs get fifteen seconds, and open connections are answered.
  terminationGracePeriodSeconds: 30,
  automountServiceAccountToken: false,
  securityContext: {
    runAsNonRoot: true,
    runAsUser: 65_532,
    runAsGroup: 65_532,
    fsGroup: 65_532,
    seccompProfile: { type: 'RuntimeDefault' },
  },
  containers,
  volumes: [
    { name: 'data', persistentVolumeClaim: { claimName: 'errand-data' } },
    { name: 'tmp', emptyDir: {} },
  ],
});

const httpProbe = (path: string, port: number, more: Probe = {}): Probe => ({
  httpGet: { path, port },
  timeoutSeconds: 3,
  ...more,
});

const deployment = (role: 'api' | 'worker', replicas: number, own: Container): Deployment => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: `errand-${role}`, labels: labels(role) },
  spec: {
    replicas,
    selector: { matchLabels: labels(role) },
    // A new process is ready before an old one stops. Migrations allow two versions on one database.
    strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
    template: {
      metadata: {
        labels: labels(role),
        annotations: { 'prometheus.io/scrape': 'true', 'prometheus.io/port': String(metricsPort) },
      },
      spec: {
        ...pod([own]),
        topologySpreadConstraints: [
          {
            maxSkew: 1,
            topologyKey: 'kubernetes.io/hostname',
            whenUnsatisfiable: 'ScheduleAnyway',
            labelSelector: { matchLabels: labels(role) },
          },
        ],
      },
    },
  },
});

const api = deployment(
  'api',
  2,
  container('api', {
    ports: [
      { name: 'http', containerPort: 8080 },
      { name: 'metrics', containerPort: metricsPort },
    ],
    // The pod still gets connections for a moment after it leaves the service.
    lifecycle: { preStop: { exec: { command: ['sleep', '5'] } } },
    // An unreachable database makes /health a 503. Traffic goes elsewhere, and nothing is restarted.
    readinessProbe: httpProbe('/health', 8080, { periodSeconds: 5 }),
    startupProbe: httpProbe('/alive', metricsPort, { periodSeconds: 2, failureThreshold: 60 }),
    livenessProbe: httpProbe('/alive', metricsPort, { periodSeconds: 10, failureThreshold: 3 }),
    resources: { requests: { cpu: '250m', memory: '256Mi' }, limits: { memory: '768Mi' } },
  }),
);

const worker = deployment(
  'worker',
  2,
  container('worker', {
    ports: [{ name: 'metrics', containerPort: metricsPort }],
    startupProbe: httpProbe('/alive', metricsPort, { periodSeconds: 2, failureThreshold: 60 }),
    livenessProbe: httpProbe('/alive', metricsPort, { periodSeconds: 10, failureThreshold: 3 }),
    resources: { requests: { cpu: '250m', memory: '256Mi' }, limits: { memory: '768Mi' } },
  }),
);

/**
 * Runs before a rollout. Processes also migrate when they start, one at a time; the job keeps that out of their start.
 */
const migration: Job = {
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: { name: 'errand-migrate', labels: labels('migrate') },
  spec: {
    backoffLimit: 3,
    ttlSecondsAfterFinished: 86_400,
    template: {
      metadata: { labels: labels('migrate') },
      spec: {
        ...pod([
          container('migrate', {
            command: ['node', 'server/src/main/admin.ts', 'database', 'migrate'],
            env: [{ name: 'ERASABLE_KEYS', value: 'file:///data/erasable-keys' }],
          }),
        ]),
        restartPolicy: 'Never',
      },
    },
  },
};

const service: Service = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'errand', labels: labels('api') },
  spec: { selector: labels('api'), ports: [{ name: 'http', port: 80, targetPort: 'http' }] },
};

/** Every process reads the keys of erasable secrets here. Without shared volumes, set ERASABLE_KEYS=exec:…. */
const data: PersistentVolumeClaim = {
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name: 'errand-data', labels: labels('data') },
  spec: { accessModes: ['ReadWriteMany'], resources: { requests: { storage: '1Gi' } } },
};

const budget = (role: string): PodDisruptionBudget => ({
  apiVersion: 'policy/v1',
  kind: 'PodDisruptionBudget',
  metadata: { name: `errand-${role}`, labels: labels(role) },
  spec: { minAvailable: 1, selector: { matchLabels: labels(role) } },
});

/** One more worker per 200 due jobs. Needs an adapter for Prometheus metrics. */
const workerScaling: HorizontalPodAutoscaler = {
  apiVersion: 'autoscaling/v2',
  kind: 'HorizontalPodAutoscaler',
  metadata: { name: 'errand-worker', labels: labels('worker') },
  spec: {
    scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'errand-worker' },
    minReplicas: 2,
    maxReplicas: 10,
    metrics: [
      {
        type: 'External',
        external: {
          metric: { name: 'errand_jobs', selector: { matchLabels: { state: 'ready' } } },
          target: { type: 'AverageValue', averageValue: '200' },
        },
      },
    ],
    behavior: { scaleDown: { stabilizationWindowSeconds: 300 } },
  },
};

const apiScaling: HorizontalPodAutoscaler = {
  apiVersion: 'autoscaling/v2',
  kind: 'HorizontalPodAutoscaler',
  metadata: { name: 'errand-api', labels: labels('api') },
  spec: {
    scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'errand-api' },
    minReplicas: 2,
    maxReplicas: 6,
    metrics: [{ type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 70 } } }],
  },
};

const objects = [data, migration, service, api, worker, budget('api'), budget('worker'), apiScaling, workerScaling];
const text = `# Written by deploy/kubernetes.ts; change that.\n${objects.map((each) => stringify(each, { aliasDuplicateObjects: false })).join('---\n')}`;

/** Values of the chart, and what they replace in the manifests. */
const chosen: [found: string, value: string][] = [
  [`image: ${image}`, 'image: {{ .Values.image }}'],
  ['secretRef:\n                name: errand', 'secretRef:\n                name: {{ .Values.secret }}'],
  ['storage: 1Gi', 'storage: {{ .Values.dataStorage }}'],
  ['maxReplicas: 10', 'maxReplicas: {{ .Values.worker.maxReplicas }}'],
  ['maxReplicas: 6', 'maxReplicas: {{ .Values.api.maxReplicas }}'],
  // New processes migrate at their start. On an upgrade, the job runs first.
  [
    'name: errand-migrate\n',
    'name: errand-migrate\n  annotations:\n    helm.sh/hook: pre-upgrade\n    helm.sh/hook-delete-policy: before-hook-creation\n',
  ],
];
const chart = chosen.reduce((chartText, [found, value]) => chartText.replaceAll(found, value), text);

for (const [name, wanted] of Object.entries({ 'kubernetes.yaml': text, 'helm/templates/errand.yaml': chart })) {
  const file = join(import.meta.dirname, name);
  if (!process.argv.includes('--check')) writeFileSync(file, wanted);
  else if (readFileSync(file, 'utf8') !== wanted) {
    console.error(`deploy/${name} is not what deploy/kubernetes.ts writes: run \`node deploy/kubernetes.ts\`.`);
    process.exitCode = 1;
  }
}
