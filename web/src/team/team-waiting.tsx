import { Bone, Skeleton } from '../ui/frame/skeleton.tsx'

/** Rows of the final height. */
export const Waiting = ({ rows = 4 }: { rows?: number }) => (
  <Skeleton>
    <div className="team-wait">
      {['34%', '22%', '40%', '28%', '36%', '25%'].slice(0, rows).map((width) => (
        <div key={width}>
          <Bone width={width} height={13} />
        </div>
      ))}
    </div>
  </Skeleton>
)
