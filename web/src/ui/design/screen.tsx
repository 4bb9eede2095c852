import '../css/article.css'
import { ThemeButton } from '../frame/preference-buttons.tsx'
import { Screen } from '../frame/screen.tsx'
import { DesignArticle } from './article.tsx'
import { DesignColours } from './colours.tsx'
import { DesignParts } from './parts.tsx'
import { DesignType } from './type.tsx'

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
