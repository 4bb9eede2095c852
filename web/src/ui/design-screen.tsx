import './article.css'
import { DesignArticle } from './design-article.tsx'
import { DesignColours } from './design-colours.tsx'
import { DesignParts } from './design-parts.tsx'
import { DesignType } from './design-type.tsx'
import { ThemeButton } from './preference-buttons.tsx'
import { Screen } from './screen.tsx'

/** All parts of the look on one page, for those who build screens. In development only, so in English only. */
export function DesignScreen() {
  return (
    <Screen title="Design" tools={<ThemeButton />}>
      <div className="screen stack" style={{ gap: 48 }}>
        <h1 className="screen-title">Parts of the look</h1>
        <DesignColours />
        <DesignType />
        <DesignParts />
        <DesignArticle />
      </div>
    </Screen>
  )
}
