import type { Kubernetes } from './kubernetes.ts';
import { CONNECTION_SECRETS } from './test-values.ts';

/** `SECRET/KEY` of every key of the Secrets of connections that the pod of a run gets, by a variable or a file. */
export async function secretKeysOf(
  kubernetes: Kubernetes,
  run: string,
): Promise<readonly string[]> {
  const name = ['-l', `millrace.dev/run=${run}`, '-o', 'json'];
  const { items } = JSON.parse(await kubernetes.kubectl('get', 'pods', ...name)) as PodList;
  const [pod] = items;
  const variables = pod!.spec.containers.flatMap(({ env }) =>
    env.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef ?? []),
  );
  const files = pod!.spec.volumes.flatMap(({ secret }) =>
    (secret?.items ?? []).map(({ key }) => ({ name: secret!.secretName, key })),
  );
  const isOfConnections = ({ name }: SecretKey): boolean =>
    Object.values<string>(CONNECTION_SECRETS).includes(name);
  return [...variables, ...files].filter(isOfConnections).map(({ name, key }) => `${name}/${key}`);
}

interface SecretKey {
  readonly name: string;
  readonly key: string;
}

interface PodList {
  readonly items: readonly {
    readonly spec: {
      readonly containers: readonly {
        readonly env: readonly { readonly valueFrom?: { readonly secretKeyRef?: SecretKey } }[];
      }[];
      readonly volumes: readonly {
        readonly secret?: {
          readonly secretName: string;
          readonly items?: readonly { readonly key: string }[];
        };
      }[];
    };
  }[];
}
