import { useId, useState } from 'react'
import { addressOf } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { useWords } from '../../lib/words.ts'
import { CopyLine } from './copy.tsx'
import { shareWords } from './share.words.ts'
import { SinglePageLink } from './single-page.tsx'
import { absoluteUrl, type ShareTarget } from './target.ts'

const qrOf = (address: string) => `${addressOf('common/qrcode')}?${new URLSearchParams({ size: '3', url: address })}`

export function ShareContent({ share }: { share: ShareTarget }) {
  const t = useWords(shareWords)
  const group = useId()
  const [what, setWhat] = useState<'page' | 'item'>(share.pagePath ? 'page' : 'item')
  const [key, setKey] = useState(share.unique_key)
  const link = absoluteUrl(what === 'page' && share.pagePath ? share.pagePath : share.itemPath)
  const qr = qrOf(what === 'page' && key ? absoluteUrl(paths.pageByKey(key)) : link)
  return (
    <>
      {share.pagePath && (
        <div className="seg sh-seg" role="radiogroup" aria-label={t.what}>
          {(['page', 'item'] as const).map((one) => (
            <label key={one} className={what === one ? 'on' : undefined}>
              <input type="radio" className="sr" name={group} checked={what === one} onChange={() => setWhat(one)} />
              {t[one]}
            </label>
          ))}
        </div>
      )}
      <CopyLine label={t.link} text={link} />
      {what === 'page' && share.page_id && share.mayLink && <SinglePageLink page_id={share.page_id} uniqueKey={key} onKey={setKey} />}
      <div className="sh-qr">
        <img src={qr} width={96} height={96} alt={t.qr} />
        <p>
          {t.scan}
          <br />
          <a href={qr} download="qrcode.png">
            {t.save}
          </a>
        </p>
      </div>
    </>
  )
}
