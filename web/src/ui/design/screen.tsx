import '../css/article.css'
import { Copy, Info, Lightbulb, TriangleAlert } from 'lucide-react'
import { Screen } from '../frame/screen.tsx'
import { ThemeButton } from '../frame/top-bar.tsx'
import { DesignParts } from './parts.tsx'

const fields = [
  ['warehouse_id', 'string', true, 0, 'Where the stock is taken from.'],
  ['ship_to', 'object', true, 0, 'The delivery address.'],
  ['ship_to.country', 'string', true, 1, 'ISO 3166-1 alpha-2.'],
  ['reference', 'string', false, 0, 'Your own number, printed on the label.'],
] as const

const callouts = [
  ['callout', Info, 'The reservation lapses after 30 minutes.'],
  ['callout tipc', Lightbulb, '接口返回的金额均为字符串，避免精度丢失。'],
  ['callout warn', TriangleAlert, 'Do not send the same key with another body.'],
] as const

function DesignArticle() {
  return (
    <section>
      <article className="art" style={{ maxWidth: 'var(--w-article)', background: 'var(--paper)', padding: 40, borderRadius: 10 }}>
        <h1>Create an order</h1>
        <p>
          Reserves stock in one warehouse and returns an order in the state <code>reserved</code>. See <a href="#body">the body</a>,{' '}
          <em>always</em> before <strong>shipping</strong>. 《墨子》云：“书于竹帛，镂于金石”——传遗后世子孙者知之。
        </p>
        <div className="endpoint">
          <span className="verb post">POST</span>
          <span className="url">
            <i>https://api.example.com</i>/v2/orders
          </span>
        </div>
        <h2 id="body">Body</h2>
        <div className="fields">
          <div className="fb">
            <div className="fr fh">
              <span className="fn">Name</span>
              <span className="ft">Type</span>
              <span className="fq">Required</span>
              <span className="fd">Description</span>
            </div>
            {fields.map(([name, type, required, depth, text]) => (
              <div key={name} className="fr" data-d={depth}>
                <span className="fn">{name}</span>
                <span className="ft">{type}</span>
                <span className="fq">{required && <span className="req">required</span>}</span>
                <span className="fd">{text}</span>
              </div>
            ))}
          </div>
        </div>
        <h3>Answer</h3>
        <div className="code">
          <div className="ch">
            <span className="lang">
              <span>JSON</span>
            </span>
            <button type="button" className="ib" aria-label="Copy">
              <Copy className="i" aria-hidden="true" />
            </button>
          </div>
          <pre>
            <code className="hljs">
              {'{ '}
              <span className="hljs-attr">"id"</span>
              <span className="hljs-punctuation">:</span> <span className="hljs-string">"SO-20418"</span>,{' '}
              <span className="hljs-attr">"lines"</span>: <span className="hljs-number">3</span>, <span className="hljs-attr">"paid"</span>:{' '}
              <span className="hljs-literal">true</span>
              {' }\n'}
              <span className="hljs-comment">{'// one more line'}</span>
              {'\n'}
              <span className="hljs-keyword">const</span> <span className="hljs-title">total</span>
              {' = a != b && c => d'}
            </code>
          </pre>
        </div>
        {callouts.map(([kind, Icon, text]) => (
          <div key={kind} className={kind} role="note">
            <Icon className="i" aria-hidden="true" />
            <div>
              <p>{text}</p>
            </div>
          </div>
        ))}
        <ul>
          <li>One</li>
          <li>
            Two
            <ol>
              <li>first</li>
              <li>second</li>
            </ol>
          </li>
        </ul>
        <ul className="tasks">
          <li>
            <input type="checkbox" disabled /> open
          </li>
          <li>
            <input type="checkbox" disabled checked readOnly /> done
          </li>
        </ul>
        <blockquote>
          <p>Documents are for those who come later.</p>
        </blockquote>
        <details>
          <summary>More</summary>
          <p>Hidden until it is wanted.</p>
        </details>
        <div className="tbl">
          <table>
            <thead>
              <tr>
                <th>Code</th>
                <th>Meaning</th>
                <th align="right">Retries</th>
              </tr>
            </thead>
            <tbody>
              <tr>
                <td>409</td>
                <td>The key was used with another body</td>
                <td align="right">0</td>
              </tr>
              <tr>
                <td>503</td>
                <td>稍后重试</td>
                <td align="right">3</td>
              </tr>
            </tbody>
          </table>
        </div>
      </article>
    </section>
  )
}

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
              <code className="mono muted" style={{ fontSize: 'var(--t-11)' }}>
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

const sizes = [11, 12, 13, 14, 15, 16, 17, 20, 24, 30, 52]
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
          <span key={space} className="muted" style={{ fontSize: 'var(--t-11)' }}>
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
