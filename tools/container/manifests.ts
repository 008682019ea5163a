import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Container, PodSpec, Probe } from 'kubernetes-types/core/v1.js';
import { parseAllDocuments } from 'yaml';
import { assertDefined } from '../../server/src/kit/assert-defined.ts';

const file = join(import.meta.dirname, '..', '..', 'deploy', 'kubernetes.yaml');

interface Workload {
  kind?: string;
  metadata: { name: string };
  spec: { template: { spec: PodSpec } };
}

/** A workload as arguments of `podman run`, except for the network, which is this machine's. */
export interface Part {
  args: string[];
  env: Record<string, string>;
  command: string[];
  probes: Probe[];
}

/** The container of a workload in deploy/kubernetes.yaml, such as `errand-api`. */
export function partOf(name: string, volume: string): Part {
  const documents = parseAllDocuments(readFileSync(file, 'utf8')).map((each): Workload => each.toJS());
  const { spec } = assertDefined(
    documents.find(({ kind, metadata }) => (kind === 'Deployment' || kind === 'Job') && metadata.name === name),
  ).spec.template;
  const container = assertDefined(spec.containers[0]);
  const { readinessProbe, startupProbe, livenessProbe } = container;
  return {
    args: [...restrictions(spec, container), ...mounts(spec, container, volume)],
    env: Object.fromEntries((container.env ?? []).map((each) => [each.name, each.value ?? ''])),
    command: container.command ?? [],
    probes: [startupProbe, readinessProbe, livenessProbe].flatMap((probe) => probe ?? []),
  };
}

function restrictions({ securityContext: pod }: PodSpec, { securityContext: own }: Container): string[] {
  return [
    ...['--user', `${pod?.runAsUser}:${pod?.runAsGroup}`],
    ...(own?.readOnlyRootFilesystem ? ['--read-only', '--read-only-tmpfs=false'] : []),
    ...(own?.capabilities?.drop ?? []).flatMap((capability) => ['--cap-drop', capability]),
    ...(own?.allowPrivilegeEscalation === false ? ['--security-opt', 'no-new-privileges'] : []),
  ];
}

function mounts({ volumes = [] }: PodSpec, { volumeMounts = [] }: Container, volume: string): string[] {
  return volumeMounts.flatMap(({ name, mountPath }) => {
    const isEmpty = volumes.some((each) => each.name === name && each.emptyDir);
    return isEmpty ? ['--tmpfs', mountPath] : ['--volume', `${volume}:${mountPath}`];
  });
}
