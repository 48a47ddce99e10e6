import { basePath } from '../../api/base-path.ts';
import { Card } from '../../design/surface.tsx';
import { homeTexts } from '../../texts/home.ts';

export function LearnCard() {
  const { links } = homeTexts;
  return (
    <Card title={homeTexts.learn}>
      <ul className="stack">
        <li>
          <a href={`${basePath}/docs`}>{links.reference}</a>
          <p className="small quiet">{links.referenceHint}</p>
        </li>
        <li>
          <a href={`${basePath}/openapi.json`}>{links.openapi}</a>
          <p className="small quiet">{links.openapiHint}</p>
        </li>
        <li>
          <a href={`${basePath}/guide`}>{links.guide}</a>
          <p className="small quiet">{links.guideHint}</p>
        </li>
        <li>
          {links.keyboard} <kbd>{links.paletteKey}</kbd> <kbd>{links.helpKey}</kbd>
          <p className="small quiet">{links.keyboardHint}</p>
        </li>
      </ul>
    </Card>
  );
}
