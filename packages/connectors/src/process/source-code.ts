/* All code that the process of a source may load, so that it is kept compiled. */
import '../confluence/open-confluence.ts';
import '../feed/open-feed.ts';
import '../git/open-repository.ts';
import '../google/open-google-drive.ts';
import '../microsoft/open-drive.ts';
import '../s3/open-bucket.ts';
import '../website/open-website.ts';
import './source-process.ts';
