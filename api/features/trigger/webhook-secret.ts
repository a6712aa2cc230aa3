import { equalSecrets } from '../../http/auth/equal-secrets.ts';
import { ApiError } from '../../http/errors.ts';

/**
 * Checks the webhook secret of a request.
 * @param secret null: the server has none, so the trigger is off
 * @param presented the value of `X-Service-Secret`
 * @throws ApiError 404 when the trigger is off, 403 for a missing or wrong secret
 */
export function checkWebhookSecret(secret: string | null, presented: string | undefined): void {
  if (secret === null) {
    throw new ApiError(
      404,
      'The webhook trigger is off: the server has no webhook secret. Start it with SERVICE_WEBHOOK_SECRET set, and send that as X-Service-Secret; or run the flow by POST /api/flows/{id}/runs.',
    );
  }
  // Node decodes header values as latin1; the secret is compared as bytes.
  const bytes = Buffer.from(presented ?? '', 'latin1');
  if (!equalSecrets(bytes, secret)) {
    throw new ApiError(403, 'A valid webhook secret is required in X-Service-Secret');
  }
}
