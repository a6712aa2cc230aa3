/** Replaces a secret in a text by `***`, also where it is part of a URL. */
export function redact(text: string, secret: string | null): string {
  if (secret === null || secret === '') return text;
  const forms = [secret, encodeURIComponent(secret), encodeURI(secret)];
  return forms.reduce((result, form) => result.replaceAll(form, '***'), text);
}
