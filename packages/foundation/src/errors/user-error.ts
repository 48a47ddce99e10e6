/** An error that the person at the command line can fix: only its message is printed, without a stack. */
export class UserError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UserError';
  }
}
