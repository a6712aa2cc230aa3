import type { ContainerClient, newPipeline, StoragePipelineOptions } from '@azure/storage-blob';
import type http from 'node:http';
import type { ConnectionTarget } from '../../connection-target.ts';
import { UserError } from '../../../domain/errors.ts';
import { bucketOf } from '../../storage/bucket-of.ts';
import { guardedAgent } from '../../storage/guarded-agent.ts';
import { azureAccessOf, type AzureProof } from './azure-access.ts';
import { blobLibrary } from './azure-library.ts';
import { workloadIdentity } from './workload-identity.ts';

/** A client of the container of a connection. */
export interface OpenContainer {
  readonly container: ContainerClient;
  /** Closes the sockets. */
  readonly close: () => void;
}

/** Options of the pipeline below the client, which passes them on but does not declare them. */
interface PipelineOptions extends StoragePipelineOptions {
  readonly agent: http.Agent;
  readonly redirectOptions: { readonly maxRetries: number };
}

/** It needs no encoding in a URL. */
const CONTAINER = /^(?:\$root|\$web|\$logs|(?=.{3,63}$)[a-z0-9]+(?:-[a-z0-9]+)*)$/;

const RETRIES = { maxTries: 3, retryDelayInMs: 500, maxRetryDelayInMs: 5_000 };

/**
 * Opens the container of a connection. All of its requests go through the host guard, and a redirect is not
 * followed.
 * @throws UserError, PrivateHostError
 */
export function openContainer(target: ConnectionTarget): OpenContainer {
  const library = blobLibrary();
  const { endpoint, proof } = azureAccessOf(target);
  const agent = guardedAgent(endpoint);
  const options: PipelineOptions = {
    retryOptions: RETRIES,
    agent,
    redirectOptions: { maxRetries: 0 },
  };
  const query = proof.kind === 'sas' ? `?${proof.query}` : '';
  const url = `${endpoint.url}/${containerOf(target)}${query}`;
  return {
    container: new library.ContainerClient(url, library.newPipeline(credentialOf(proof), options)),
    close: () => {
      agent.destroy();
    },
  };
}

function containerOf({ connection }: ConnectionTarget): string {
  const name = bucketOf(connection);
  if (CONTAINER.test(name)) return name;
  throw new UserError('the name of the container is invalid');
}

type Credential = NonNullable<Parameters<typeof newPipeline>[0]>;

function credentialOf(proof: AzureProof): Credential {
  const { AnonymousCredential, StorageSharedKeyCredential } = blobLibrary();
  switch (proof.kind) {
    case 'key':
      return new StorageSharedKeyCredential(proof.account, proof.key);
    case 'sas':
      // The signature is part of the URL.
      return new AnonymousCredential();
    case 'identity':
      return workloadIdentity();
  }
}
