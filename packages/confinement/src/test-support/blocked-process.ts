import { openParentChannel } from '../channel/parent-channel.ts';

/* Says that it runs, and then notices nothing any more. */
openParentChannel().send('running', () => {
  for (;;);
});
