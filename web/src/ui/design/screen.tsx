import '../css/article.css'
import { Screen } from '../frame/screen.tsx'
import { ThemeButton } from '../frame/top-bar.tsx'
import { DesignArticle } from './article.tsx'
import { DesignParts } from './parts.tsx'

const groups = {
  Ground: ['ground', 'paper', 'raised', 'sunken', 'hover', 'pressed'],
  Ink: ['ink-1', 'ink-2', 'ink-3', 'ink-off'],
  Lines: ['line', 'line-2', 'line-field'],
  Accent: ['accent', 'accent-hover', 'accent-text', 'accent-soft', 'accent-line', 'select', 'mark'],
  States: ['danger', 'danger-soft', 'warn', 'warn-soft', 'info', 'info-soft', 'violet', 'violet-soft', 'ok', 'ok-soft'],
  Code: ['code-ink', 'code-key', 'code-str', 'code-num', 'code-kw', 'code-com', 'code-fn', 'code-punc'],
}

function DesignColours() {
  return (
    <section className="stack" style={{ gap: 16 }}>
      <h2 className="screen-title">Colours</h2>
      {Object.entries(groups).map(([title, names]) => (
        <div key={title} className="row" style={{ flexWrap: 'wrap', gap: 12 }}>
          <span className="muted" style={{ width: 72 }}>
            {title}
          </span>
          {names.map((name) => (
            <span key={name} className="stack" style={{ width: 92, gap: 4 }}>
              <span style={{ height: 36, borderRadius: 6, background: `var(--${name})`, boxShadow: 'inset 0 0 0 1px var(--line-2)' }} />
              <code className="mono muted" style={{ fontSize: 11 }}>
                {name}
              </code>
            </span>
          ))}
        </div>
      ))}
      <div className="row">
        {[1, 2, 3, 4, 5, 6].map((n) => (
          <span key={n} className={`ava c${n}`}>
            {'竹靛赭朱紫灰'[n - 1]}
          </span>
        ))}
        {['get', 'post', 'put', 'patch', 'del'].map((verb) => (
          <span key={verb} className={`verb ${verb}`}>
            {verb.toUpperCase()}
          </span>
        ))}
        {['', 'ok', 'info', 'warn', 'bad'].map((kind) => (
          <span key={kind} className={`tag ${kind}`}>
            {kind || 'plain'}
          </span>
        ))}
      </div>
    </section>
  )
}

const sizes = [11, 12, 13, 14, 16, 17, 20, 24, 30, 52]
const spaces = [1, 2, 3, 4, 5, 6, 8, 10, 14, 20]

function DesignType() {
  return (
    <section className="stack" style={{ gap: 12 }}>
      <h2 className="screen-title">Type and space</h2>
      {sizes.map((size) => (
        <div key={size} className="row" style={{ alignItems: 'baseline', gap: 16 }}>
          <span className="muted num" style={{ width: 32 }}>
            {size}
          </span>
          <span className="cut" style={{ fontSize: `var(--t-${size})`, lineHeight: 1.3, fontWeight: size > 16 ? 640 : 400 }}>
            Sheaf ties pages together <span lang="zh-CN">简册，有册有典 2026 版</span>
          </span>
        </div>
      ))}
      <div className="row" style={{ alignItems: 'end', flexWrap: 'wrap' }}>
        {spaces.map((space) => (
          <span key={space} className="muted" style={{ fontSize: 11 }}>
            <span style={{ display: 'block', width: `var(--s-${space})`, height: 12, background: 'var(--accent-line)' }} />
            {space * 4}
          </span>
        ))}
      </div>
    </section>
  )
}

/** All components of the design system on one page, for developers. Available in development only and therefore in English only. */
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
