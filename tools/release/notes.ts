/** The changelog section of this version, or "Unreleased" if it has none yet. */
export function releaseNotes(changelog: string, version: string): string {
  const sections = changelog.split(/^## /m).slice(1);
  const found =
    sections.find((section) => section.startsWith(`[${version}]`) || section.startsWith(version)) ??
    sections.find((section) => section.startsWith('Unreleased'));
  if (!found) throw new Error(`CHANGELOG.md has nothing about ${version}.`);
  return `# Errand ${version}\n\n${found.slice(found.indexOf('\n') + 1).trim()}\n`;
}
