export const signInTexts = {
  title: 'Sign in to Avow',
  email: 'E-mail address',
  password: 'Password',
  tenant: 'Tenant',
  tenantHint: 'Only if your address is used in several.',
  submit: 'Sign in',
  passkey: 'Use a passkey',
  provider: (name: string) => `Continue with ${name}`,
  refused: 'This did not work. Check the address and the password.',
  providerRefused:
    'The sign-in with your provider did not work. Ask an owner whether you have an account here.',
  ended: 'Your session has ended. Sign in again to continue where you were.',
  noLink:
    'First time here, or no password yet? Use the one-time link that the service printed at its first start, or ask an owner for one.',
  impossible:
    'Nobody can sign in over plain http from another machine. Open the console through https, or on the machine of the service.',
  linkTitle: 'Sign in with a link',
  linkExplained:
    'Only go on if the link was given to you by somebody you trust: you are signed in as the person it was made for. It works once.',
  linkSignIn: 'Sign in',
  linkRefused: 'This link was used already, or has expired.',
  linkHint:
    'An owner can give you a new one under Settings, and on the machine of the service there is npx avow users link.',
  toSignIn: 'Go to the sign-in page',
};
