export const signInTexts = {
  title: 'Sign in to Avow',
  key: 'API key',
  keyHint:
    'The first start of the service prints one. It is kept in this page only, until you close or reload it.',
  submit: 'Sign in',
  refused: 'This key is not valid.',
  ended: 'Your session has ended. Sign in again to continue where you were.',
};
