/** Addresses are compared without regard to the case of their letters; whatever has the same key is the same person. */
export const emailKeyOf = (email: string) => email.normalize('NFKC').toLowerCase();
