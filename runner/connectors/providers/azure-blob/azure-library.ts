import type * as AzureBlob from '@azure/storage-blob';
import type * as AzureIdentity from '@azure/identity';
import { loadPackage } from '../../../extras/extra-package.ts';

/** The client of Blob Storage, which is loaded on first use. @throws UserError when its extra is not installed */
export function blobLibrary(): typeof AzureBlob {
  return loadPackage({ extra: 'azure', name: '@azure/storage-blob' }) as typeof AzureBlob;
}

/** The package that gets tokens for an identity. @throws UserError when its extra is not installed */
export function identityLibrary(): typeof AzureIdentity {
  return loadPackage({ extra: 'azure', name: '@azure/identity' }) as typeof AzureIdentity;
}
