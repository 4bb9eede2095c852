import { Bone, Skeleton } from '../ui/frame/skeleton.tsx'

const fields = [36, 58, 36, 88]

/** A form that is on its way. */
export const SettingSkeleton = () => (
  <div className="setting-part">
    <Skeleton>
      <Bone width={140} height={32} />
      <Bone width={280} height={14} />
      {fields.map((height, at) => (
        <div key={`${at + 1}`} className="setting-bones">
          <Bone width={96} height={14} />
          <Bone height={height} />
        </div>
      ))}
    </Skeleton>
  </div>
)
