import type { Grammar } from '../grammar.ts';

export const de: Grammar = {
  openers: [
    'In der Praxis', 'Für Einsteiger', 'Nach dem ersten Monat', 'In vielen Haushalten', 'Bei kleinem Budget', 'Mit etwas Routine', 'Erfahrungsgemäß',
    'In größeren Teams', 'Vor dem ersten Kauf', 'In einer vollen Woche', 'Beim zweiten Anlauf', 'Unter Zeitdruck', 'Beim Thema {t}', 'Auf lange Sicht',
  ],
  predicates: [
    ['entscheidet', 'darüber, wie viel Zeit für alles andere bleibt'], ['braucht', 'vom ersten Tag an eine verantwortliche Person'], ['spart', 'mehr Geld als jeder Rabatt'],
    ['zeigt', 'innerhalb von zwei Wochen, ob der Plan trägt'], ['gelingt', 'leichter, sobald die ersten Notizen auf dem Papier stehen'], ['verdient', 'einen festen Termin im Kalender'],
    ['macht', 'den Unterschied zwischen einer schnellen Notlösung und einem dauerhaften Ergebnis'], ['verrät', 'mehr als jede Werbung'],
    ['hängt', 'von wenigen Bedingungen ab, die sich meist vorab prüfen lassen'], ['funktioniert', 'am besten in kleinen Schritten mit einer kurzen Prüfung nach jedem davon'],
    ['scheitert', 'nur dann, wenn niemand die vereinbarten Schritte aufschreibt'], ['gibt', 'allen Beteiligten dasselbe Bild vom Ziel'],
    ['kostet', 'am Anfang wenig und viel, wenn es zu spät ist'], ['bleibt', 'ein Punkt, den viele Ratgeber auslassen'],
    ['führt', 'zu besseren Fragen in jedem Gespräch mit Anbietern'], ['schützt', 'vor Entscheidungen, die in Eile fallen'],
    ['verlangt', 'ehrliche Zahlen statt grober Schätzungen'], ['gewinnt', 'an Klarheit, wenn zwei Personen unabhängig darauf schauen'],
    ['wird', 'nach drei oder vier Durchgängen zur Gewohnheit'], ['dauert', 'etwa {m} Minuten, wenn alle Unterlagen bereitliegen'],
  ],
  inverts: true,
  introductions: [
    'Beim Thema {t} wirkt alles einfach, bis die erste echte Entscheidung ansteht.', 'Dieser Ratgeber erklärt, worauf es ankommt, was es kostet und wo andere Zeit verlieren.',
    'Jeder Abschnitt beantwortet eine Frage und endet mit etwas, das sich heute noch umsetzen lässt.', 'Vorwissen ist nicht nötig, nur rund {m} Minuten und ein Blatt Papier.',
  ],
  leads: [
    '„{h}“ ist die Frage, die Leser im Gespräch am häufigsten stellen.', 'Auf „{h}“ gibt es eine kurze Antwort und eine längere, die späteren Ärger erspart.',
    'Hinter „{h}“ steckt eine Wahl, die man bewusst treffen sollte.', 'Bei „{h}“ lohnt es sich, langsamer zu werden, weil die späteren Schritte darauf aufbauen.',
    'Für „{h}“ zählen zwei Dinge: ein klares Ziel und ein ehrlicher Blick auf den heutigen Stand.',
  ],
  examples: [
    'Eine vierköpfige Familie plant {m} Euro und einen Samstag für {t} ein, notiert {n} Wünsche und streicht die Hälfte, bevor sie etwas kauft.',
    'Eine kleine Werkstatt testet zwei Lösungen {n} Wochen lang, notiert jedes Problem und behält die, zu der weniger Fragen kamen.',
    'Ein Verein mit {m} Mitgliedern bestimmt eine Person für {t} und bespricht das Ergebnis einmal im Quartal.',
  ],
  conclusions: [
    'Gute Ergebnisse beim Thema {t} entstehen aus wenigen klaren Entscheidungen, früh getroffen und schriftlich festgehalten.', 'Beginnen Sie mit dem Schritt, der am wenigsten Aufwand macht, und prüfen Sie die Wirkung nach {n} Wochen.',
    'Wer die Checkliste griffbereit hält, kann den Ablauf jederzeit wiederholen.',
  ],
  faq: 'Häufige Fragen zum Thema {t}',
  checklist: 'Checkliste für {t}',
  overview: '{T} im Überblick',
  example: 'Ein Beispiel aus der Praxis',
  conclusion: 'Fazit: Ihr nächster Schritt beim Thema {t}',
  table: ['Aspekt', 'Was zu tun ist', 'Zeitbedarf'],
  titles: ['{T}: der vollständige Ratgeber', '{T}: so gelingt es', '{T}: worauf es ankommt und was es kostet'],
  descriptions: ['{T} Schritt für Schritt erklärt: Kosten, Auswahl, häufige Fehler und eine Checkliste.', 'Worauf es beim Thema {t} ankommt: klare Kriterien, echte Beispiele und Antworten auf häufige Fragen.'],
  facets: [
    {
      heading: 'Worum es beim Thema {t} wirklich geht', aspects: ['die Grundidee', 'eine gemeinsame Definition', 'der Ausgangspunkt'],
      facts: ['Im Kern geht es beim Thema {t} darum, ein wiederkehrendes Problem mit vertretbarem Aufwand zu lösen.', 'Drei Fragen klären das meiste: Wer nutzt es, wie oft und wie lange?', 'Erst danach werden Marken, Modelle und Preise interessant.'],
      tips: ['Das Ziel in einem Satz beschreiben', 'Alle Beteiligten notieren', 'Offene Fragen sammeln'],
      question: 'Für wen lohnt sich der Aufwand für {t}?', answer: 'Für alle, die mindestens {n} Mal im Jahr vor demselben Problem stehen und nicht länger improvisieren wollen.',
    },
    {
      heading: 'Wie die Auswahl beim Thema {t} gelingt', aspects: ['die engere Auswahl', 'ein direkter Vergleich', 'das wichtigste Kriterium'],
      facts: ['Eine gute Auswahl beginnt mit Kriterien und nicht mit Angeboten.', 'Drei Kandidaten genügen; bei mehr wird der Vergleich zum Thema {t} mühsam und trotzdem nicht genauer.', 'Gewichten Sie jedes Kriterium, bevor Sie den ersten Preis ansehen.'],
      tips: ['Fünf Kriterien festlegen und ordnen', 'Höchstens drei Angebote vergleichen', 'Nach einem Muster oder einer Probezeit fragen'],
      question: 'Wie finde ich das Richtige beim Thema {t}?', answer: 'Ordnen Sie zuerst die Kriterien, vergleichen Sie drei Angebote und streichen Sie, was am wichtigsten Kriterium scheitert.',
    },
    {
      heading: 'Mit welchen Kosten beim Thema {t} zu rechnen ist', aspects: ['der Gesamtpreis', 'ein schriftliches Budget', 'der laufende Unterhalt'],
      facts: ['Der Kaufpreis ist nur der sichtbare Teil der Kosten für {t}.', 'Über {n} Jahre kommen durch Unterhalt und Ersatz oft {m} Prozent zur ersten Rechnung hinzu.', 'Eine einfache Tabelle mit einmaligen und laufenden Kosten macht Angebote vergleichbar.'],
      tips: ['Einmalige von laufenden Kosten trennen', 'Zehn Prozent Reserve einplanen', 'Die Kündigungsfristen prüfen'],
      question: 'Welches Budget braucht man für {t}?', answer: 'Das hängt vom Umfang ab: Planen Sie Anschaffung, Unterhalt und zehn Prozent Reserve ein.',
    },
    {
      heading: '{T} Schritt für Schritt planen', aspects: ['der Zeitplan', 'eine realistische Frist', 'die Reihenfolge der Schritte'],
      facts: ['Die Planung für {t} dauert einen Nachmittag und spart mehrere Wochenenden.', 'Beginnen Sie beim Endtermin und rechnen Sie rückwärts, damit jeder Schritt eine eigene Frist hat.', 'Lassen Sie {m} Prozent der Zeit frei, denn irgendetwas dauert immer länger.'],
      tips: ['Zuerst den Endtermin eintragen', 'Die Arbeit in Schritte von einer Stunde teilen', 'Eine Vertretung vereinbaren'],
      question: 'Wie lange dauert die Planung für {t}?', answer: 'Die meisten brauchen einen Nachmittag für den Plan und {n} Wochen für die Umsetzung.',
    },
    {
      heading: 'Woran man Qualität beim Thema {t} erkennt', aspects: ['die Verarbeitung', 'ein unabhängiger Test', 'die Qualitätsprüfung'],
      facts: ['Qualität zeigt sich beim Thema {t} in Details, die kein Produktfoto verrät.', 'Achten Sie auf genannte Materialien, eine klare Garantie und Ersatzteile, die auch in {n} Jahren noch lieferbar sind.', 'Ein Testbericht zählt nur, wenn er sagt, wer wie geprüft hat.'],
      tips: ['Die Garantie vor den Bewertungen lesen', 'Das schwächste Teil zuerst testen', 'Nach der Verfügbarkeit von Ersatzteilen fragen'],
      question: 'Woran erkenne ich gute Qualität beim Thema {t}?', answer: 'Genannte Materialien, eine mehrjährige schriftliche Garantie und lieferbare Ersatzteile sind verlässliche Zeichen.',
    },
    {
      heading: 'Typische Fehler beim Thema {t}', aspects: ['die zweite Meinung', 'ein kurzes Protokoll', 'die passende Größe'],
      facts: ['Die teuersten Fehler passieren beim Thema {t}, bevor überhaupt etwas gekauft ist.', 'Viele übernehmen eine Lösung, die zu anderen passt, und bemerken es erst nach {n} Wochen.', 'Eine zweite Meinung kostet nichts und deckt die meisten dieser Fehler auf.'],
      tips: ['Über jede größere Entscheidung eine Nacht schlafen', 'Vor der Bestellung zweimal messen', 'Die Gründe der Entscheidung aufschreiben'],
      question: 'Welcher Fehler ist beim Thema {t} der teuerste?', answer: 'Ein Kauf, bevor der Bedarf klar ist, denn dann folgt der zweite innerhalb eines Jahres.',
    },
    {
      heading: '{T} richtig pflegen', aspects: ['die regelmäßige Pflege', 'eine kurze Kontrolle', 'der richtige Lagerort'],
      facts: ['Regelmäßige Pflege bringt beim Thema {t} mehrere Jahre zusätzliche Nutzung.', 'Eine Kontrolle von {m} Minuten alle drei Monate reicht in den meisten Fällen.', 'Anleitung, Beleg und Werkzeug gehören an einen gemeinsamen Ort.'],
      tips: ['Einen Termin für die Kontrolle festlegen', 'Vor dem Einlagern reinigen', 'Verschlissene Teile rechtzeitig ersetzen'],
      question: 'Wie oft ist beim Thema {t} Pflege nötig?', answer: 'Eine kurze Kontrolle alle drei Monate und eine gründliche im Jahr genügen.',
    },
    {
      heading: 'Den Erfolg beim Thema {t} messen', aspects: ['die erste Messung', 'eine einfache Kennzahl', 'der monatliche Rückblick'],
      facts: ['Ohne eine Zahl vom Anfang kann später niemand sagen, ob sich der Aufwand für {t} gelohnt hat.', 'Wählen Sie eine Kennzahl, die sich in weniger als einer Minute ablesen lässt.', 'Nach {n} Wochen wird ein Trend sichtbar, und einzelne Ausreißer fallen nicht mehr ins Gewicht.'],
      tips: ['Den Anfangszustand festhalten', 'Eine Kennzahl wählen und beibehalten', 'Das Ergebnis jeden Monat prüfen'],
      question: 'Wann zeigen sich beim Thema {t} Ergebnisse?', answer: 'Ein erster Trend ist meist nach {n} Wochen sichtbar, sofern der Anfangszustand festgehalten wurde.',
    },
  ],
};
