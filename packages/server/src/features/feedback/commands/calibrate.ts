import type { DrawAnswersRequest, GuaranteeRequest } from '@avow/client';
import { type Command, InvalidArgumentError } from 'commander';
import type { CommandContext } from '../../../cli/command-context.ts';
import { givenOf, readWholeNumber, serviceCommand } from '../../../cli/service/service-command.ts';

/** A share as people write it: `5%`, `5 %` or `0.05`. */
function readShare(text: string): number {
  const [, digits = '', percent] = /^(\d{1,3}(?:\.\d{1,4})?)\s?(%?)$/.exec(text) ?? [];
  const share = percent === '%' ? Number(digits) / 100 : Number(digits);
  if (digits === '' || share <= 0 || share >= 1)
    throw new InvalidArgumentError('It must be a share, as 5% or 0.05.');
  return share;
}

function readVerdict(text: string): string {
  if (text !== 'right' && text !== 'wrong')
    throw new InvalidArgumentError('It must be right or wrong. Partly right is wrong.');
  return text;
}

export function addCalibrateCommand(program: Command, context: CommandContext): void {
  const calibrate = program
    .command('calibrate')
    .description('guarantee that few answers with high confidence are wrong, by answers that people check')
    .addHelpText('after', explanation);
  serviceCommand(calibrate.command('show'), context, {
    description: 'show the guarantee in force or why there is none, its data, and what was seen since',
    call: (service) => service.getConfidence(),
  });
  const draw = calibrate
    .command('draw')
    .requiredOption(
      '--wrong-at-most <share>',
      'the share of wrong answers to exclude, as 5% or 0.05',
      readShare,
    )
    .option('--count <number>', 'how many answers to draw; 200 by default', readWholeNumber)
    .option('--days <number>', 'from the answers of how many days; 30 by default', readWholeNumber);
  serviceCommand<{ readonly wrongAtMost: number; readonly count?: number; readonly days?: number }>(
    draw,
    context,
    {
      description: 'draw recent answers at random, to be checked; it replaces the draw before',
      call: (service, given) => {
        const request: DrawAnswersRequest = {
          wrong_max: given.wrongAtMost,
          ...givenOf(given, ['count', 'days']),
        };
        return service.drawAnswers(request);
      },
    },
  );
  const list = calibrate.command('list').option('--limit <number>', 'how many, 100 at most', readWholeNumber);
  serviceCommand<{ readonly limit?: number }>(list, context, {
    description: 'list drawn answers that nobody has checked yet',
    reads: true,
    call: (service, given) => service.listDrawnAnswers(givenOf(given, ['limit'])),
  });
  const check = calibrate
    .command('check')
    .argument('<message-id>', 'msg_…, of "calibrate list"')
    .argument('<right|wrong>', 'whether the answer is entirely right', readVerdict);
  serviceCommand(check, context, {
    description: 'say whether a drawn answer is right',
    call: (service, _given, [id = '', verdict]) =>
      service.checkDrawnAnswer(id, { right: verdict === 'right' }),
  });
  serviceCommand(calibrate.command('apply').argument('<draw-id>', 'drw_…, of "calibrate show"'), context, {
    description: 'put the line that the checks show in force',
    call: (service, _given, [id = '']) => service.putGuarantee({ draw_id: id } as GuaranteeRequest),
  });
  serviceCommand(calibrate.command('end'), context, {
    description: 'end the guarantee: high confidence begins where the policy says',
    call: (service) => service.endGuarantee(),
  });
}

const explanation = `
It chooses where high confidence begins, so that at most a share of these answers is wrong, with 95 % confidence. Answers are
drawn at random (draw), people check them (list, check), and what they show is put in force (apply).`;
