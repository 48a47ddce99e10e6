/** Words around an instruction that show whether it is given or only discussed. */
export const framingWords = {
  /** Talk about attacks, and about words. */
  discussed: `prompt injection, prompt injections, injection, injections, injected, jailbreaks, jailbreaking,
    attacker, attackers, attack, attacks, attacking, adversarial, adversary, adversaries, vulnerability,
    vulnerabilities, owasp, red team, red teaming, red teamers, exploit, exploits, phishing, malware, detect,
    detects, detecting, detection, prevent, prevents, preventing, prevention, defend, defending, defense, defence,
    mitigate, mitigation, mitigations, phrases like, phrase like, sentences like, phrases such as, messages like,
    prompts like, commands like, text like, something like, inputs like, strings like, instructions like, the phrase,
    the sentence, the words, the string, the expression, the idiom, mean when, what does it mean,
    meaning of, researchers, security training, security awareness, awareness training, security course,
    known as, lesson, textbook, guardrail, classifier, classifiers, dataset, benchmark, filtering, sanitize,
    sanitise, sanitization, blocklist, regex, spam filter, unit test, test case, translate the, in french, in german,
    in spanish, grammar, prompt engineering, threat model, penetration testing, pentest, adversaries may`,
  /** Everyday things whose instructions do not concern an assistant. */
  everyday: `email, emails, mail, letter, letters, memo, manual, manuals, recipe, leaflet, booklet, brochure, invoice, hotel,
    doctor, doctors, nurse, pharmacist, teacher, teachers, professor, boss, supervisor, landlord, mother, father,
    mom, dad, wife, husband, exam, exams, homework, worksheet, assembly, furniture, knitting, lego, gps, satnav,
    navigation, car, driver, flight, airline, package, label, box, chapter, appendix, wiki, ticket, invoice, form, tax,
    hr, payroll, referee, coach, contractor, plumber, judge, court, lawyer, jury, bank, agency, ministry, council,
    washing, garment, baking, cooking, oven, medication, pills, tablets, dosage, commit, commits, branch, css,
    compiler, makefile, dockerfile, yaml, iptables, firewall, gitignore, eslint, linter, stylesheet, selector,
    webpack, terraform, kubernetes, nginx, apache, router, sql, migration, migrations, playbook, cpu, processor,
    pipeline, register, registers, assembler, stack, opcode, class, subclass, method, superclass, parent class`,
} as const;
