export declare const sources: readonly string[]
