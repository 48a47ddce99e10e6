/** Whether a file of the runtime of models is for another platform than this one. */
export function isOfOtherPlatform(path: string): boolean {
  const [, platform, arch = process.arch] =
    /bin\/napi-v\d+\/(\w+)(?:\/(\w+))?/.exec(path.replaceAll('\\', '/')) ?? [];
  return platform !== undefined && (platform !== process.platform || arch !== process.arch);
}
