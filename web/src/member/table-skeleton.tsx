import { Bone, Skeleton } from '../ui/frame/skeleton.tsx'

const ROW = 44

/** Rows of their final height. */
export const TableSkeleton = ({ rows = 4 }: { rows?: number }) => (
  <Skeleton>
    {Array.from({ length: rows }, (_, at) => (
      <div key={`${at + 1}`} className="member-bones" style={{ height: ROW - 14 }}>
        <Bone width={26} height={26} />
        <Bone width={160} />
        <Bone width={72} />
        <Bone width={104} />
      </div>
    ))}
  </Skeleton>
)
