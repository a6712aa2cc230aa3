import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { ADDRESSES, NODE_NAME } from './addresses.ts';
import { sh } from './shell.ts';

/** Files of one identity. */
export interface KeyPair {
  readonly key: string;
  readonly certificate: string;
}

export interface Pki {
  readonly ca: KeyPair;
  readonly apiServer: KeyPair;
  readonly admin: KeyPair;
  readonly controllerManager: KeyPair;
  readonly scheduler: KeyPair;
  readonly node: KeyPair;
  readonly serviceAccounts: { readonly privateKey: string; readonly publicKey: string };
}

const DAYS = '30';
const API_SERVER_NAMES = [
  'DNS:kubernetes',
  'DNS:kubernetes.default',
  'DNS:kubernetes.default.svc',
  'DNS:kubernetes.default.svc.cluster.local',
  'DNS:localhost',
  'IP:127.0.0.1',
  `IP:${ADDRESSES.node}`,
  `IP:${ADDRESSES.kubernetesService}`,
].join(',');

/** Certificates of the administrator of the cluster in a folder. */
export function adminPki(folder: string): Pick<Pki, 'ca' | 'admin'> {
  return { ca: files(folder, 'ca'), admin: files(folder, 'admin') };
}

/** Creates a certificate authority and an identity for each component. */
export function createPki(folder: string): Pki {
  const ca = files(folder, 'ca');
  newKey(ca.key);
  sh(
    'openssl',
    'req',
    '-x509',
    '-new',
    '-key',
    ca.key,
    '-out',
    ca.certificate,
    '-days',
    DAYS,
    '-subj',
    '/CN=millrace-test',
  );
  const issue = (name: string, subject: string, names?: string): KeyPair =>
    issued(folder, ca, { name, subject, names });
  const serviceAccounts = {
    privateKey: path.join(folder, 'service-accounts.key'),
    publicKey: path.join(folder, 'service-accounts.pub'),
  };
  sh('openssl', 'genrsa', '-out', serviceAccounts.privateKey, '2048');
  sh(
    'openssl',
    'rsa',
    '-in',
    serviceAccounts.privateKey,
    '-pubout',
    '-out',
    serviceAccounts.publicKey,
  );
  return {
    ca,
    apiServer: issue('api-server', '/CN=kube-apiserver', API_SERVER_NAMES),
    admin: issue('admin', '/O=system:masters/CN=admin'),
    controllerManager: issue('controller-manager', '/CN=system:kube-controller-manager'),
    scheduler: issue('scheduler', '/CN=system:kube-scheduler'),
    node: issue(
      'node',
      `/O=system:nodes/CN=system:node:${NODE_NAME}`,
      `DNS:${NODE_NAME},IP:${ADDRESSES.node}`,
    ),
    serviceAccounts,
  };
}

function issued(
  folder: string,
  ca: KeyPair,
  identity: { name: string; subject: string; names: string | undefined },
): KeyPair {
  const pair = files(folder, identity.name);
  const request = path.join(folder, `${identity.name}.csr`);
  const extensions = path.join(folder, `${identity.name}.ext`);
  const names = identity.names === undefined ? '' : `subjectAltName=${identity.names}\n`;
  writeFileSync(extensions, `${names}extendedKeyUsage=serverAuth,clientAuth\n`);
  newKey(pair.key);
  sh('openssl', 'req', '-new', '-key', pair.key, '-out', request, '-subj', identity.subject);
  sh(
    ...([
      'openssl',
      'x509',
      '-req',
      '-in',
      request,
      '-CA',
      ca.certificate,
      '-CAkey',
      ca.key,
    ] as const),
    ...([
      '-CAcreateserial',
      '-out',
      pair.certificate,
      '-days',
      DAYS,
      '-extfile',
      extensions,
    ] as const),
  );
  return pair;
}

function newKey(file: string): void {
  sh('openssl', 'ecparam', '-name', 'prime256v1', '-genkey', '-noout', '-out', file);
}

function files(folder: string, name: string): KeyPair {
  return { key: path.join(folder, `${name}.key`), certificate: path.join(folder, `${name}.crt`) };
}
