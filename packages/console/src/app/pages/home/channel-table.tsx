import type { ActivityInsight } from '@avow/contract/insights';
import { Link } from '@tanstack/react-router';
import { formatCount, formatScore, formatShare } from '../../design/format.ts';
import { Card } from '../../design/surface.tsx';
import { Table } from '../../design/table.tsx';
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
      <Table
        caption={dashboardTexts.byChannel}
        columns={[
          dashboardTexts.channel,
          { title: dashboardTexts.questions, isEnd: true },
          { title: dashboardTexts.answered, isEnd: true },
          { title: dashboardTexts.confidence, isEnd: true },
        ]}
      >
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
      </Table>
      {omitted === 0 ? null : <p className="card-body small quiet">{dashboardTexts.omitted(omitted)}</p>}
    </Card>
  );
}
