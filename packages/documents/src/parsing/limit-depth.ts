import { type Handler, Parser } from 'htmlparser2';
import { ParsingFault } from './parsing-fault.ts';

/** As in browsers. Written pages and documents stay below 100. */
export const depthMax = 512;

/** Passes on what a parser finds, and stops it where elements are nested so deep that following them takes quadratic time. */
export function limitDepth(handler: Partial<Handler>): Partial<Handler> {
  let depth = 0;
  return {
    onopentag: (...found) => {
      depth += 1;
      if (depth > depthMax) throw new ParsingFault(`nests elements more than ${depthMax} levels deep`);
      handler.onopentag?.(...found);
    },
    ontext: (text) => handler.ontext?.(text),
    onclosetag: (...found) => {
      depth -= 1;
      handler.onclosetag?.(...found);
    },
  };
}

/** For a part that only a library reads. */
export function checkDepth(part: Uint8Array): void {
  new Parser(limitDepth({}), { xmlMode: true }).end(new TextDecoder().decode(part));
}
