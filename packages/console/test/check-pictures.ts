import { findOldPictures, readDrawn } from './support/guide-pictures.ts';

/** Says which pictures of the guide and of the README are older than the page that they show, and fails if one is. */
const old = findOldPictures(readDrawn());
if (old.length === 0) {
  process.stdout.write('Every picture shows its page as it is now.\n');
} else {
  const command = `npm run build -- screenshots --guide ${old.join(' ')}`;
  process.stdout.write(`Older than their pages: ${old.join(', ')}.\nDraw them again: ${command}\n`);
  process.exitCode = 1;
}
