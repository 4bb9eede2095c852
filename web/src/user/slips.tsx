/* Read from right to left, as slips are: 《尚书·多士》, 《墨子》, 司马迁《报任安书》. */
const lines = ['惟殷先人', '有册有典', '书于竹帛', '镂于金石', '藏之名山', '传之其人']

export const Slips = () => (
  <div className="slips" aria-hidden="true" lang="zh-CN">
    {lines.map((line) => (
      <div key={line} className="slip">
        <span>{line}</span>
      </div>
    ))}
    <i className="cord upper" />
    <i className="cord lower" />
  </div>
)
