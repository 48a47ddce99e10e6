import type { TypedRange } from '../personal-data/data-types.ts';

/** The types of secrets, each with the label that replaces it. Scores have the same meaning as for personal data. */
export const secretLabels = {
  anthropic_key: 'ANTHROPIC_KEY',
  avow_key: 'AVOW_KEY',
  aws_access_key: 'AWS_ACCESS_KEY',
  aws_secret_key: 'AWS_SECRET_KEY',
  azure_key: 'AZURE_KEY',
  basic_credentials: 'BASIC_CREDENTIALS',
  bearer_token: 'BEARER_TOKEN',
  digitalocean_token: 'DIGITALOCEAN_TOKEN',
  github_token: 'GITHUB_TOKEN',
  gitlab_token: 'GITLAB_TOKEN',
  google_key: 'GOOGLE_KEY',
  huggingface_token: 'HUGGINGFACE_TOKEN',
  json_web_token: 'JSON_WEB_TOKEN',
  mailgun_key: 'MAILGUN_KEY',
  npm_token: 'NPM_TOKEN',
  openai_key: 'OPENAI_KEY',
  password: 'PASSWORD',
  private_key: 'PRIVATE_KEY',
  pypi_token: 'PYPI_TOKEN',
  secret: 'SECRET',
  sendgrid_key: 'SENDGRID_KEY',
  service_key: 'SERVICE_KEY',
  shopify_token: 'SHOPIFY_TOKEN',
  slack_token: 'SLACK_TOKEN',
  stripe_key: 'STRIPE_KEY',
  twilio_key: 'TWILIO_KEY',
  url_password: 'URL_PASSWORD',
} as const;

export type SecretType = keyof typeof secretLabels;

export const secretTypes = Object.keys(secretLabels) as readonly SecretType[];

export type FoundSecret = TypedRange<SecretType>;
