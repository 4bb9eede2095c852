import { Bone, Skeleton } from '../ui/frame/skeleton.tsx'

/** The editor's rows in their final heights while the page is on its way. */
export function EditorSkeleton() {
  return (
    <div className="ed" aria-busy="true">
      <header className="top" />
      <div className="ed-tools" />
      <div className="ed-split">
        {['left', 'right'].map((side) => (
          <div key={side} className={`ed-pane ed-${side} ed-wait`}>
            <Skeleton>
              <Bone width="46%" height={30} />
              <Bone width="92%" />
              <Bone width="100%" />
              <Bone width="68%" />
              <Bone width="84%" />
            </Skeleton>
          </div>
        ))}
      </div>
      <div className="ed-foot" />
    </div>
  )
}
