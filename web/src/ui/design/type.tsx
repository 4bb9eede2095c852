const sizes = [11, 12, 13, 14, 16, 17, 20, 24, 30, 52]
const spaces = [1, 2, 3, 4, 5, 6, 8, 10, 14, 20]

export function DesignType() {
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
