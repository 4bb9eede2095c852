import { useBoot } from '../lib/boot.ts'
import { useLanguage } from '../lib/words.ts'

interface Props {
  name: 'reading' | 'editor' | 'items'
  alt: string
  big?: boolean
}

/** A picture of the product in the reader's language; only the one of the theme that shows is loaded. Made by scripts/pictures.mjs. */
export function Shot({ name, alt, big = false }: Props) {
  const { base } = useBoot()
  const file = `${base}/pictures/${name}${useLanguage() === 'zh' ? '-zh' : ''}`
  const common = { width: 1440, height: 900, loading: 'lazy', decoding: 'async', alt } as const
  return (
    <div className={big ? 'shot big' : 'shot'}>
      <img {...common} className="if-light" src={`${file}.webp`} alt={alt} />
      <img {...common} className="if-dark" src={`${file}-dark.webp`} alt={alt} />
    </div>
  )
}
