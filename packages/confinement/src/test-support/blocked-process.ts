/* Says that it runs, and then notices nothing any more. */
process.send?.('running', () => {
  for (;;);
});
