import type { Grammar } from '../grammar.ts';

export const fr: Grammar = {
  openers: [
    'En pratique,', 'Pour les débutants,', 'Après le premier mois,', 'Dans la plupart des foyers,', 'Avec un petit budget,', 'Avec un peu de pratique,', 'À l’usage,',
    'Dans les grandes équipes,', 'Avant le premier achat,', 'Pendant une semaine chargée,', 'Au deuxième essai,', 'Sous la pression du temps,', 'Pour “{t}”,', 'À long terme,',
  ],
  predicates: [
    ['détermine', 'le temps qui reste pour tout le reste'], ['demande', 'une personne responsable dès le premier jour'], ['économise', 'plus d’argent que n’importe quelle remise'],
    ['montre', 'en deux semaines si le plan tient'], ['devient', 'plus simple dès que les premières notes sont sur le papier'], ['mérite', 'une date fixe dans le calendrier'],
    ['fait', 'la différence entre une solution rapide et un résultat durable'], ['en dit', 'plus que toute publicité'],
    ['dépend', 'de quelques conditions, que l’on peut presque toujours vérifier à l’avance'], ['fonctionne', 'au mieux par petites étapes, avec un bref bilan après chacune'],
    ['échoue', 'seulement quand personne ne note les étapes convenues'], ['donne', 'à toutes les personnes concernées la même image du but'],
    ['coûte', 'peu au début et beaucoup quand il est trop tard'], ['reste', 'un point que beaucoup de guides oublient'],
    ['conduit', 'à de meilleures questions dans chaque échange avec les fournisseurs'], ['protège', 'contre les décisions prises dans la hâte'],
    ['exige', 'des chiffres honnêtes plutôt que des estimations vagues'], ['gagne', 'en clarté quand deux personnes l’examinent séparément'],
    ['se transforme', 'en habitude après trois ou quatre tours'], ['prend', 'environ {m} minutes quand tous les documents sont prêts'],
  ],
  inverts: false,
  introductions: [
    '{T} : tout paraît simple jusqu’à la première vraie décision.', 'Ce guide explique ce qui compte, ce que cela coûte et où les autres perdent du temps.',
    'Chaque partie répond à une question et se termine par une action possible dès aujourd’hui.', 'Aucune connaissance préalable n’est nécessaire, seulement {m} minutes et une feuille de papier.',
  ],
  leads: [
    '« {h} » est la question que les lecteurs posent le plus souvent.', 'Pour « {h} », il existe une réponse courte et une réponse plus longue qui évite des ennuis.',
    'Derrière « {h} » se cache un choix à faire en connaissance de cause.', 'Mieux vaut ralentir sur « {h} », car les étapes suivantes en dépendent.',
    'Deux choses comptent pour « {h} » : un but clair et un regard honnête sur la situation actuelle.',
  ],
  examples: [
    'Une famille de quatre personnes réserve {m} euros et un samedi pour “{t}”, note {n} souhaits et en supprime la moitié avant tout achat.',
    'Un petit atelier teste deux solutions pendant {n} semaines, note chaque problème et garde celle qui a soulevé le moins de questions.',
    'Une association avec {m} membres nomme une personne responsable pour “{t}” et examine le résultat chaque trimestre.',
  ],
  conclusions: [
    'Les bons résultats pour “{t}” viennent de quelques décisions claires, prises tôt et mises par écrit.', 'Commencez par l’étape qui demande le moins d’effort, puis vérifiez l’effet après {n} semaines.',
    'Avec la liste sous la main, on peut répéter la démarche à tout moment.',
  ],
  faq: 'Questions fréquentes sur “{t}”',
  checklist: 'Liste de contrôle pour “{t}”',
  overview: '{T} en un coup d’œil',
  example: 'Un exemple tiré de la pratique',
  conclusion: 'Conclusion : la prochaine étape pour “{t}”',
  table: ['Aspect', 'Que faire', 'Temps nécessaire'],
  titles: ['{T} : le guide complet', '{T} : comment réussir', '{T} : ce qui compte et ce que cela coûte'],
  descriptions: ['{T} pas à pas : coûts, choix, erreurs fréquentes et liste de contrôle.', 'Ce qui compte pour “{t}” : des critères clairs, de vrais exemples et des réponses utiles.'],
  facets: [
    {
      heading: 'L’essentiel sur “{t}”', aspects: ['l’idée de base', 'une définition commune', 'le point de départ'],
      facts: ['Au fond, il s’agit pour “{t}” de résoudre un problème récurrent avec un effort raisonnable.', 'Trois questions éclaircissent presque tout : qui s’en sert, à quelle fréquence et pendant combien de temps ?', 'Les marques, les modèles et les prix ne deviennent intéressants qu’ensuite.'],
      tips: ['Décrire le but en une phrase', 'Noter les personnes concernées', 'Rassembler les questions ouvertes'],
      question: 'À qui profite un effort pour “{t}” ?', answer: 'À toute personne qui rencontre le même problème au moins {n} fois par an et veut cesser d’improviser.',
    },
    {
      heading: 'Comment bien choisir pour “{t}”', aspects: ['la liste restreinte', 'une comparaison directe', 'le critère principal'],
      facts: ['Un bon choix commence par des critères et non par des offres.', 'Trois candidats suffisent ; au-delà, la comparaison pour “{t}” fatigue sans devenir plus précise.', 'Donnez un poids à chaque critère avant de regarder le premier prix.'],
      tips: ['Fixer cinq critères et les classer', 'Comparer trois offres au maximum', 'Demander un échantillon ou une période de test'],
      question: 'Comment faire le bon choix pour “{t}” ?', answer: 'Classez vos critères, comparez trois offres et écartez celle qui échoue sur le critère principal.',
    },
    {
      heading: 'Quel budget prévoir pour “{t}”', aspects: ['le coût total', 'un budget écrit', 'le prix de l’entretien'],
      facts: ['Le prix d’achat n’est que la partie visible du budget pour “{t}”.', 'Sur {n} ans, l’entretien et le remplacement ajoutent souvent {m} pour cent à la première facture.', 'Un simple tableau des coûts uniques et des coûts réguliers rend les offres comparables.'],
      tips: ['Séparer les coûts uniques des coûts réguliers', 'Prévoir une réserve de dix pour cent', 'Vérifier les conditions de résiliation'],
      question: 'Combien faut-il prévoir pour “{t}” ?', answer: 'Cela dépend de l’ampleur : prévoyez l’achat, l’entretien et une réserve de dix pour cent.',
    },
    {
      heading: 'Planifier “{t}” étape par étape', aspects: ['le calendrier', 'un délai réaliste', 'la suite des étapes'],
      facts: ['Planifier “{t}” prend un après-midi et épargne plusieurs fins de semaine.', 'Partez de la date finale et remontez le temps, afin que chaque étape ait son propre délai.', 'Laissez {m} pour cent du temps libre, car quelque chose dure toujours plus longtemps.'],
      tips: ['Inscrire la date finale en premier', 'Diviser le travail en étapes d’une heure', 'Convenir d’une personne remplaçante'],
      question: 'Combien de temps faut-il pour planifier “{t}” ?', answer: 'Il faut en général un après-midi pour le plan et {n} semaines pour la mise en œuvre.',
    },
    {
      heading: 'Comment reconnaître la qualité pour “{t}”', aspects: ['la finition', 'un test indépendant', 'le contrôle de la qualité'],
      facts: ['Pour “{t}”, la qualité se voit dans des détails qu’aucune photo ne montre.', 'Cherchez des matériaux nommés, une garantie claire et des pièces encore disponibles dans {n} ans.', 'Un rapport de test ne compte que s’il dit qui a testé et comment.'],
      tips: ['Lire la garantie avant les avis', 'Tester d’abord la pièce la plus fragile', 'Demander combien de temps les pièces restent disponibles'],
      question: 'Comment reconnaître une bonne qualité pour “{t}” ?', answer: 'Des matériaux nommés, une garantie écrite et des pièces disponibles sont des signes fiables.',
    },
    {
      heading: 'Les erreurs fréquentes pour “{t}”', aspects: ['le deuxième avis', 'une trace écrite', 'le bon format'],
      facts: ['Pour “{t}”, les erreurs les plus chères arrivent avant tout achat.', 'Beaucoup de gens copient une solution faite pour les autres et le remarquent seulement après {n} semaines.', 'Un deuxième avis ne coûte rien et révèle la plupart de ces erreurs.'],
      tips: ['Laisser passer une nuit avant toute grande décision', 'Mesurer deux fois avant de commander', 'Noter les raisons de la décision'],
      question: 'Quelle erreur coûte le plus cher pour “{t}” ?', answer: 'Acheter avant que le besoin soit clair, car un second achat suit alors dans l’année.',
    },
    {
      heading: 'Bien entretenir “{t}”', aspects: ['l’entretien régulier', 'une brève inspection', 'le bon rangement'],
      facts: ['Un entretien régulier pour “{t}” ajoute des années d’usage.', 'Une inspection de {m} minutes tous les trois mois suffit dans la plupart des cas.', 'Gardez la notice, la facture et les outils au même endroit.'],
      tips: ['Fixer une date pour l’inspection', 'Nettoyer avant de ranger', 'Remplacer les pièces usées à temps'],
      question: 'À quelle fréquence faut-il entretenir “{t}” ?', answer: 'Une brève inspection tous les trois mois et une autre, complète, chaque année suffisent.',
    },
    {
      heading: 'Mesurer les résultats pour “{t}”', aspects: ['la première mesure', 'un chiffre simple', 'le bilan mensuel'],
      facts: ['Sans chiffre de départ, personne ne peut dire plus tard si l’effort pour “{t}” en valait la peine.', 'Choisissez un chiffre que l’on peut lire en moins d’une minute.', 'Après {n} semaines, une tendance apparaît et les écarts isolés ne comptent plus.'],
      tips: ['Noter la situation de départ', 'Choisir un chiffre et le garder', 'Examiner le résultat chaque mois'],
      question: 'Quand voit-on les premiers résultats pour “{t}” ?', answer: 'Une première tendance apparaît en général après {n} semaines, si la situation de départ est connue.',
    },
  ],
};
