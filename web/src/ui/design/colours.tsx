const groups = {
  Ground: ['ground', 'paper', 'raised', 'sunken', 'hover', 'pressed'],
  Ink: ['ink-1', 'ink-2', 'ink-3', 'ink-off'],
  Lines: ['line', 'line-2', 'line-field'],
  Accent: ['accent', 'accent-hover', 'accent-text', 'accent-soft', 'accent-line', 'select', 'mark'],
  States: ['danger', 'danger-soft', 'warn', 'warn-soft', 'info', 'info-soft', 'violet', 'violet-soft', 'ok', 'ok-soft'],
  Code: ['code-ink', 'code-key', 'code-str', 'code-num', 'code-kw', 'code-com', 'code-fn', 'code-punc'],
}

export function DesignColours() {
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
        {[1, 2, 3, 4, 5, 6].map((sign) => (
          <span key={sign} className={`ava c${sign}`}>
            {'竹靛赭朱紫灰'[sign - 1]}
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
