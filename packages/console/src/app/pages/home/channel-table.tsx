import type { ActivityInsight } from '@avow/contract/insights';
import { Link } from '@tanstack/react-router';
import { formatCount, formatScore, formatShare } from '../../design/format.ts';
import { Card } from '../../design/surface.tsx';
import { TableFrame } from '../../design/table-frame.tsx';
import { channelName } from '../../texts/channels.ts';
import { dashboardTexts } from '../../texts/dashboard.ts';
import { texts } from '../../texts.ts';

interface Props {
  readonly activity: ActivityInsight;
  readonly days: string;
}

/** Where questions come from; the name of a channel shows its figures alone. */
export function ChannelTable({ activity: { channels, channels_omitted: omitted }, days }: Props) {
  return (
    <Card title={dashboardTexts.byChannel} isFlush>
      <TableFrame>
        <table className="table">
          <caption className="sr-only">{dashboardTexts.byChannel}</caption>
          <thead>
            <tr>
              <th scope="col">{dashboardTexts.channel}</th>
              <th scope="col" className="end">
                {dashboardTexts.questions}
              </th>
              <th scope="col" className="end">
                {dashboardTexts.answered}
              </th>
              <th scope="col" className="end">
                {dashboardTexts.confidence}
              </th>
            </tr>
          </thead>
          <tbody>
            {channels.map(({ channel_type: name, questions, answered, mean_score: score }) => (
              <tr key={name}>
                <td>
                  <Link to="/" search={{ days, channel: name }}>
                    {channelName(name)}
                  </Link>
                </td>
                <td className="end nums">{formatCount(questions)}</td>
                <td className="end nums">{formatShare(answered / questions)}</td>
                <td className="end nums">{score === null ? texts.none : formatScore(score)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
      {omitted === 0 ? null : <p className="card-body small quiet">{dashboardTexts.omitted(omitted)}</p>}
    </Card>
  );
}
