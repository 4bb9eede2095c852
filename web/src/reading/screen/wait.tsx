import { useWords } from '../../lib/words.ts'
import { Bone } from '../../ui/frame/skeleton.tsx'
import { readingWords } from '../reading.words.ts'

const lines = [60, 74, 48, 82, 66, 55, 70, 44]

/** The screen before the item is known; every part has its final size. */
export function ItemSkeleton() {
  const t = useWords(readingWords)
  return (
    <div className="reading" role="status" aria-busy="true" aria-label={t.loadingPage}>
      <div className="top read-top">
        <Bone width={180} height={14} />
      </div>
      <div className="read">
        <div className="side">
          <div className="side-box bones">
            {lines.map((width) => (
              <Bone key={width} width={`${width}%`} />
            ))}
          </div>
        </div>
        <div className="mid">
          <PageSkeleton />
        </div>
      </div>
    </div>
  )
}

/** The page before it is here; the line of catalogs is there where the page will have one. */
export const PageSkeleton = ({ crumbs = false }: { crumbs?: boolean }) => (
  <div className="mid-in page-wait" aria-hidden="true">
    {crumbs && <Bone width={90} />}
    <Bone width="56%" height={30} />
    <Bone width={240} />
    {lines.map((width) => (
      <Bone key={width} width={`${width + 18}%`} height={14} />
    ))}
  </div>
)
