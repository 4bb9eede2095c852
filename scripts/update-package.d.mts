export declare const packageFiles: readonly string[]
